// Announcements for screen readers.

import { sentence } from './prose';

export const announcement: { text: string } = $state({ text: '' });

let addSpace = false;
/** What was announced in this turn, before the page has changed: the last text alone would replace the ones before it. */
let waiting: string[] = [];

/** Has screen readers read a text aloud as soon as they are silent. */
export function announce(text: string): void {
  if (text === '') return;
  if (waiting.length === 0) queueMicrotask(show);
  waiting.push(text);
}

function show(): void {
  const text = waiting.length > 1 ? waiting.map(sentence).join(' ') : (waiting[0] ?? '');
  waiting = [];
  // Screen readers ignore a text that equals the last one. A space at the end makes it differ.
  addSpace = !addSpace;
  announcement.text = addSpace ? `${text} ` : text;
}
