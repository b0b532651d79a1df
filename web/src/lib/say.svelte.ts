// Words for screen readers.

export const said: { text: string } = $state({ text: '' });

let flip = false;

/** Has a text read out when the reader of the screen is next silent. */
export function say(text: string): void {
  if (text === '') return;
  // The same text twice is read twice only if it differs: a space at the end is enough.
  flip = !flip;
  said.text = flip ? text : `${text} `;
}
