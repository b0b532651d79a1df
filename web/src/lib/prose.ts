// Texts of the server as pages show them: as sentences, and with code in place of backticks.

export interface Part {
  text: string;
  code: boolean;
}

/** The parts of a text. Text between backticks is code. */
export function parts(text: string): Part[] {
  return text
    .split('`')
    .map((part, i) => ({ text: part, code: i % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** A text without its backticks, for titles and announcements. */
export function plain(text: string): string {
  return text.replaceAll('`', '');
}

/** A message as a sentence: with a capital, unless it begins with code, and with a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const capitalised = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?:…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}
