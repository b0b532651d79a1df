// Keys that mean something on a whole page.

/** Whether a key is free to mean something: nobody has taken it, and nobody is typing. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof HTMLElement && event.target.matches('input, textarea, select'));
}
