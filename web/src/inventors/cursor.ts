// What the cursor in a definition is about.

/** The letter of the piece whose table a line is in, or null. Lines count from 1. */
export function pieceAtLine(text: string, line: number): string | null {
  const lines = text.split('\n').slice(0, line);
  for (const it of lines.reverse()) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]/.exec(it)?.[1];
    if (header !== undefined) return /^pieces\s*\.\s*"?([^".\s]+)"?/.exec(header)?.[1] ?? null;
    // An array of several lines may begin with a bracket, too, but it has an equals sign before it.
  }
  return null;
}
