// Keyboard shortcuts of whole pages.

/** Whether a page may handle a key: nothing else has handled it, and the user is not typing in a field. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof HTMLElement && event.target.matches('input, textarea, select'));
}
