// The geometry of the evaluation graph.

import type { GameReport } from '../lib/types';

export const WIDTH = 360;
export const HEIGHT = 96;

/** White's expected score after each move, from 0 to 1, the first position included. */
export function shares(report: GameReport): number[] {
  return [report.start_chance ?? 0.5, ...report.moves.map((move) => move.chance)];
}

/** Where a ply stands on the graph, from left to right. */
export function xOf(ply: number, plies: number): number {
  return plies === 0 ? 0 : (ply / plies) * WIDTH;
}

export function yOf(share: number): number {
  return (1 - share) * HEIGHT;
}

/** The ply nearest to a point of the graph. */
export function plyAt(x: number, plies: number): number {
  return Math.round(Math.min(Math.max(x / WIDTH, 0), 1) * plies);
}

/** The area of White's expected score. */
export function area(values: number[]): string {
  const plies = values.length - 1;
  const points = values.map((share, ply) => `${xOf(ply, plies).toFixed(1)} ${yOf(share).toFixed(1)}`);
  return `M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}z`;
}
