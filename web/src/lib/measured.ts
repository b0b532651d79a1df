// What was measured of the games that come with the server: figures of many games, values of pieces, endgames.

import { api } from './api';
import { Cache } from './cache';
import { plural } from './words';
import type { GameRef, MeasuredGame, MeasuredPiece, PieceInfo } from './types';

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
  const way = own?.handicap ? 'matches between unequal armies' : 'games with unequal armies';
  const [value, low, high] = [found.value, ...found.interval].map((it) => (it / 100).toFixed(1));
  return `Worth ${value} ${plural(unit.name)} (from ${low} to ${high}), measured in ${way}.`;
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
