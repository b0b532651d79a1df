// What was measured of the games that come with the server: figures of many games, values of pieces, endgames.

import { api } from './api';
import { Cache } from './cache';
import { listWords } from './pieceCard';
import { plural } from './words';
import type { GameRef, MeasuredEndgames, MeasuredGame, MeasuredPiece, PieceInfo } from './types';

const known = new Cache<MeasuredGame>(10);

/** What was measured of a game, by its name. */
export function measured(name: string): Promise<MeasuredGame> {
  return known.get(name, () => api<MeasuredGame>(`/api/games/${encodeURIComponent(name)}/measured`));
}

/** Whether there can be measured figures of these rules: only of games of the server, without other options. */
export function canBeMeasured(game: GameRef): boolean {
  return !game.definition && Object.keys(game.options ?? {}).length === 0;
}

/** The value of a piece as it was measured, in a sentence; empty if it was not measured, or is the unit itself. */
export function measuredWords(values: MeasuredPiece[], piece: PieceInfo): string {
  const own = values.find((it) => it.letter === piece.letter);
  const unit = values.find((it) => {
    const value = it.handicap ?? it.regression;
    return value && !value.interval;
  });
  const found = own?.handicap ?? own?.regression;
  if (!found?.interval || !unit || unit.letter === piece.letter) return '';
  const way = own?.handicap
    ? 'measured in games in which one side lacked pieces'
    : 'estimated from the results of games';
  const [value, low, high] = [found.value, ...found.interval].map((it) => (it / 100).toFixed(1));
  return `Worth about ${value} ${plural(unit.name)} (${low} to ${high}), ${way}.`;
}

/** The units of the figures that are not shares, by the names of their measures. */
const UNITS: Record<string, string> = {
  'first-move': 'Elo',
  length: 'plies',
  'median-length': 'plies',
  branching: 'moves',
  'first-capture': 'plies',
  'moves-per-piece': 'moves',
  promotions: 'per game',
  'en-passant': 'per game',
  'transformation-ply': 'plies',
  'lead-changes': 'per game',
  drama: '0 to 1',
  uncertainty: '0 to 1',
  'good-moves': 'moves',
  'good-first-moves': 'bits',
  variety: 'bits',
};

/** A measure's name with the unit of its figures: `Length (plies)`. Shares have a percent sign of their own. */
export function nameWithUnit(figure: { id: string; name: string }): string {
  const unit = UNITS[figure.id];
  return unit ? `${figure.name} (${unit})` : figure.name;
}

/** The cells with the largest shares, most first. */
export function highest(shares: number[], count: number): number[] {
  const cells = shares.map((_, cell) => cell).filter((cell) => (shares[cell] ?? 0) > 0);
  return cells.sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0)).slice(0, count);
}

/** A sentence in which figures stay on one line with their errors and units. */
export function figureText(text: string): string {
  return text.replaceAll(' ± ', '\u00a0±\u00a0').replaceAll(' %', '\u00a0%');
}

/** A share as people read it: `3.4 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The letters of White's pieces and of Black's, which begin with the second royal piece. */
function sides(pieces: string): [string, string] {
  const second = pieces.indexOf(pieces.charAt(0), 1);
  return [pieces.slice(0, second), pieces.slice(second)];
}

/**
 * What an endgame's letters mean, with an example in which the sides differ:
 * `K is king, R rook, B bishop. In KRKB, White has king and rook, Black king and bishop.`
 */
export function lettersWords(rows: MeasuredEndgames['rows'], pieces: PieceInfo[]): string {
  const find = (
    fits: (white: string, black: string) => boolean,
  ): MeasuredEndgames['rows'][number] | undefined => rows.find((row) => fits(...sides(row.pieces)));
  const row =
    find((white, black) => black.length > 1 && white !== black) ?? find((white, black) => white !== black);
  const name = (letter: string): string => pieces.find((it) => it.letter === letter)?.name ?? letter;
  const [first = '', ...others] = new Set(rows.map(({ pieces: all }) => all).join(''));
  const legend = [`${first} is ${name(first)}`, ...others.map((letter) => `${letter} ${name(letter)}`)];
  if (!row) return '';
  const [white, black] = sides(row.pieces).map((side) => listWords([...side].map(name)));
  return `${legend.join(', ')}. In ${row.pieces}, White has ${white}, Black ${black}.`;
}

/** Whether a side of an endgame has these pieces, in any order: `RB` finds KRBK and KQKBR. */
export function hasPieces(pieces: string, letters: string): boolean {
  return sides(pieces).some((side) => {
    const left = [...side];
    return [...letters.toUpperCase().replace(/[^A-Z]/g, '')].every((letter) => {
      const at = left.indexOf(letter);
      return at >= 0 && left.splice(at, 1).length === 1;
    });
  });
}
