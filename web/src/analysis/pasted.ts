// What players paste: positions are told from records, and a record with a faulty move is read without it.

/** Whether a text is meant as a position: its cells, and perhaps its other fields. Records have brackets or moves. */
export function isPosition(text: string): boolean {
  if (text.includes('[')) return false;
  const [cells = '', side = ''] = text.trim().split(/\s+/);
  return side === 'w' || side === 'b' || (cells.match(/\//g) ?? []).length > 1;
}

/** A move that cannot be made, as the server names it. */
interface FaultyMove {
  number: number;
  /** The move as it is written. */
  move: string;
  isInVariation: boolean;
}

export function faultyMove(fault: string): FaultyMove | null {
  const found = /^move (\d+) of (?:white|black), (\S+?)(, in a variation)?: /i.exec(fault);
  if (!found) return null;
  return { number: Number(found[1]), move: found[2] ?? '', isInVariation: found[3] !== undefined };
}

/** Comments, tags and lines for other programs, which hold no moves; parentheses; words. */
const PARTS = /\{[^}]*\}|;[^\n]*|^%[^\n]*|\[\s*\w+\s+"(?:\\.|[^"\\])*"\s*\]|[()]|[^\s(){};]+/gm;

/**
 * A record up to a move that cannot be made; if the move is in a variation, without the rest of that variation. The same
 * words may stand in several places, so there may be several such texts, the longest first.
 */
export function textsWithout(text: string, { move, isInVariation }: FaultyMove): string[] {
  const found: string[] = [];
  /** Where the faulty move of each open variation is, if there is one; the game itself is the first. */
  const faults: (number | null)[] = [null];
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part === '(') faults.push(null);
    else if (part === ')') {
      const from = faults.pop() ?? null;
      if (isInVariation && from !== null) found.push(text.slice(0, from) + text.slice(index));
    } else if (part.replace(/^\d+\.+/, '').replace(/[!?]+$/, '') === move) {
      if (isInVariation && faults.length > 1) faults[faults.length - 1] ??= index;
      else if (!isInVariation && faults.length === 1) found.push(text.slice(0, index));
    }
  }
  return found.reverse();
}
