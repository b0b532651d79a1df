// The state of a game being played or watched, as a pure function of events: the last state from the server, our actions
// that it has not acknowledged, and the messages to send next.

import type { ClientMessage, EventKind, ServerMessage } from '../lib/messages';
import type { MoveInfo, Outcome, PlayState, Side, View } from '../lib/types';

/** Our move, not yet acknowledged. It is sent again, with the same key, until it is acknowledged or refused. */
export interface Pending {
  key: string;
  seq: number;
  move: MoveInfo;
}

type Action = Extract<
  ClientMessage,
  { t: 'resign' | 'draw' | 'takeback' | 'abort' | 'rematch' | 'conditional' }
>;

export interface GameSync {
  id: string;
  state: PlayState | null;
  pending: Pending | null;
  /** Our other actions, not yet acknowledged. */
  actions: Action[];
  connected: boolean;
}

/** An event to play, announce or show. */
export type Note =
  | { kind: 'moved'; side: Side; short: string; own: boolean; capture: boolean; check: boolean }
  | { kind: 'ended'; outcome: Outcome }
  | { kind: 'event'; event: EventKind }
  | { kind: 'refused'; message: string }
  /** The server could not store the action. Send it again a little later. */
  | { kind: 'again' };

export type Input =
  | ServerMessage
  | { t: 'open' }
  | { t: 'closed' }
  | { t: 'again' }
  | { t: 'make'; key: string; move: MoveInfo }
  | { t: 'act'; action: Action };

/** Events that are shown but not announced. */
const QUIET: EventKind[] = ['watchers', 'online', 'conditional'];

export interface Step {
  sync: GameSync;
  out: ClientMessage[];
  notes: Note[];
}

export function newSync(id: string): GameSync {
  return { id, state: null, pending: null, actions: [], connected: false };
}

const still = (sync: GameSync): Step => ({ sync, out: [], notes: [] });

/** `lagMs` is the measured lag, which is sent with moves. */
export function step(sync: GameSync, input: Input, lagMs = 0): Step {
  switch (input.t) {
    case 'open': {
      const watch: ClientMessage = { t: 'watch', id: sync.id, since: sync.state?.seq ?? null };
      return {
        sync: { ...sync, connected: true },
        out: [watch, ...unacknowledged(sync, lagMs)],
        notes: [],
      };
    }
    case 'again':
      return { sync, out: unacknowledged(sync, lagMs), notes: [] };
    case 'closed':
      return still({ ...sync, connected: false });
    case 'make': {
      if (!sync.state || sync.pending) return still(sync);
      const pending = { key: input.key, seq: sync.state.seq, move: input.move };
      return { sync: { ...sync, pending }, out: [moveMessage(sync.id, pending, lagMs)], notes: [] };
    }
    case 'act':
      return {
        sync: { ...sync, actions: [...sync.actions, input.action] },
        out: [input.action],
        notes: [],
      };
    case 'state':
      return input.id === sync.id ? take(sync, input.state, null) : still(sync);
    case 'event':
      return input.id === sync.id ? take(sync, input.state, input.kind) : still(sync);
    case 'move':
      return input.id === sync.id ? moved(sync, input) : still(sync);
    case 'ack':
      return still(acknowledged(sync, input.key));
    case 'refused':
      return refused(sync, input);
    default:
      return still(sync);
  }
}

/** The messages that the server has not acknowledged. */
function unacknowledged(sync: GameSync, lagMs: number): ClientMessage[] {
  return sync.pending ? [moveMessage(sync.id, sync.pending, lagMs), ...sync.actions] : [...sync.actions];
}

function moveMessage(id: string, pending: Pending, lagMs: number): ClientMessage {
  return {
    t: 'move',
    id,
    key: pending.key,
    seq: pending.seq,
    move: pending.move.text,
    lag_ms: Math.round(lagMs),
  };
}

function acknowledged(sync: GameSync, key: string): GameSync {
  // The board shows the move itself until the server's view of it arrives.
  return { ...sync, actions: sync.actions.filter((action) => action.key !== key) };
}

/** Our move, if a newer state does not contain it yet. */
function stillPending(pending: Pending | null, seq: number): Pending | null {
  return pending && seq <= pending.seq ? pending : null;
}

function take(sync: GameSync, state: PlayState, event: EventKind | null): Step {
  const before = sync.state;
  const notes: Note[] = [];
  if (before && state.seq > before.seq) notes.push(...moveNote(before, state));
  if (event !== null && !QUIET.includes(event)) notes.push({ kind: 'event', event });
  if (before && !before.outcome && state.outcome) notes.push({ kind: 'ended', outcome: state.outcome });
  const back = before !== null && state.seq < before.seq;
  return {
    sync: {
      ...sync,
      state,
      pending: back || state.outcome ? null : stillPending(sync.pending, state.seq),
    },
    out: [],
    notes,
  };
}

function moveNote(before: PlayState, after: PlayState): Note[] {
  const last = after.moves.at(-1);
  return last ? [movedNote(before, after.view, last.short, after.you)] : [];
}

function movedNote(before: PlayState, view: View, short: string, you: Side | null): Note {
  const side = other(view.side);
  const capture = short.includes('x') || view.pieces.length < before.view.pieces.length;
  return { kind: 'moved', side, short, own: side === you, capture, check: view.check.length > 0 };
}

function moved(sync: GameSync, message: Extract<ServerMessage, { t: 'move' }>): Step {
  const before = sync.state;
  if (!before || message.seq > before.seq + 1) {
    return { sync, out: [{ t: 'watch', id: sync.id, since: before?.seq ?? null }], notes: [] };
  }
  if (message.seq <= before.seq) return still(sync);
  const state: PlayState = {
    ...before,
    seq: message.seq,
    view: message.view,
    moves: [...before.moves, message.move],
    clocks: message.clocks,
    outcome: message.outcome,
    offer: { draw: null, takeback: null },
  };
  const notes: Note[] = [movedNote(before, message.view, message.move.short, before.you)];
  if (message.outcome && !before.outcome) notes.push({ kind: 'ended', outcome: message.outcome });
  return { sync: { ...sync, state, pending: stillPending(sync.pending, message.seq) }, out: [], notes };
}

function refused(sync: GameSync, message: Extract<ServerMessage, { t: 'refused' }>): Step {
  const mine = sync.pending?.key === message.key || sync.actions.some((action) => action.key === message.key);
  if (!mine) return still(sync);
  if (message.code === 'try_again') return { sync, out: [], notes: [{ kind: 'again' }] };
  const pending = sync.pending?.key === message.key ? null : sync.pending;
  const after = { ...acknowledged(sync, message.key), pending };
  const next = message.state ? take(after, message.state, null) : still(after);
  return { ...next, notes: [...next.notes, { kind: 'refused', message: message.message }] };
}

export function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
