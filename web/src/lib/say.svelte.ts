// Announcements for screen readers.

export const said: { text: string } = $state({ text: '' });

let flip = false;

/** Announces a text to screen readers when they are next silent. */
export function say(text: string): void {
  if (text === '') return;
  // A repeated text is announced only if it differs from the last. A space at the end is enough.
  flip = !flip;
  said.text = flip ? text : `${text} `;
}
