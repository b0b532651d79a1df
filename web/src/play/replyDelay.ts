// Holds the computer's reply back for a moment, so that one sees it happen.

import { settings } from '../lib/settings.svelte';
import { other, type GameSync, type Input } from './sync';

/**
 * How long a message waits. Only the computer's reply to our own move does, and never in games with a live clock, where it
 * would cost time.
 */
export function replyDelayMs(
  sync: GameSync,
  message: Input,
  sinceOwnMoveMs: number | null,
  wantedMs: number,
): number {
  const state = sync.state;
  if (!state || state.you === null || message.t !== 'move' || message.id !== sync.id) return 0;
  const byComputer = message.view.side === state.you && state[other(state.you)]?.kind === 'engine';
  if (!byComputer || sinceOwnMoveMs === null || state.clock.kind === 'live') return 0;
  return Math.max(0, wantedMs - sinceOwnMoveMs);
}

export class ReplyDelay {
  private movedAt: number | null = null;
  /** Messages that wait, in order. What comes after a reply waits for it. */
  private waiting: Input[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** We have made a move. */
  moved(): void {
    this.movedAt = performance.now();
  }

  /** Passes a message on, at once or when it is time. */
  pass(sync: GameSync, message: Input, on: (message: Input) => void): void {
    if (message.t === 'closed' || message.t === 'open') this.release(on);
    if (this.timer !== null) {
      this.waiting.push(message);
      return;
    }
    const since = this.movedAt === null ? null : performance.now() - this.movedAt;
    const delay = replyDelayMs(sync, message, since, settings.reply_ms);
    if (delay === 0) {
      on(message);
      return;
    }
    this.waiting.push(message);
    this.timer = setTimeout(() => this.release(on), delay);
  }

  private release(on: (message: Input) => void): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.movedAt = null;
    for (const message of this.waiting.splice(0)) on(message);
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.waiting = [];
  }
}
