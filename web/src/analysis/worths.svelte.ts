// What each piece of the analysed position is worth where it stands, when a person asks for it.

import { messageOf } from '../lib/api';
import { Cache } from '../lib/cache';
import { evaluation } from '../lib/rules';
import type { PositionRef, StaticEvaluation } from '../lib/types';

const known = new Cache<StaticEvaluation>(100);

export class Worths {
  shown = $state(false);
  /** By cell, in centipawns; null while nothing is shown. */
  found = $state.raw<ReadonlyMap<number, number> | null>(null);
  failure = $state('');

  /** Asks for the worths of a position; call it in an effect. What it returns ends the question. */
  look(where: PositionRef | null): (() => void) | undefined {
    this.found = null;
    this.failure = '';
    if (!this.shown || where === null) return undefined;
    let late = false;
    // Whoever steps through a game does not ask for every position.
    const timer = setTimeout(() => {
      known
        .get(JSON.stringify(where), () => evaluation(where))
        .then((answer) => {
          // It is replaced as a whole.
          // eslint-disable-next-line svelte/prefer-svelte-reactivity
          if (!late) this.found = new Map(answer.pieces.map((piece) => [piece.cell, piece.worth_cp]));
        })
        .catch((error: unknown) => {
          if (!late) this.failure = messageOf(error);
        });
    }, 120);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }
}
