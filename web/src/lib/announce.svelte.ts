// Announcements for screen readers.

export const announcement: { text: string } = $state({ text: '' });

let addSpace = false;

/** Has screen readers read a text aloud as soon as they are silent. */
export function announce(text: string): void {
  if (text === '') return;
  // Screen readers ignore a text that equals the last one. A space at the end makes it differ.
  addSpace = !addSpace;
  announcement.text = addSpace ? `${text} ` : text;
}
