// The state of a game that is played or watched, as a pure function of events: the last state from the server, our actions
// that it has not acknowledged, and the messages to send next.

import type {
  ClientMessage,
  EventKind,
  GameAction,
  GameState,
  MoveInfo,
  Outcome,
  ServerMessage,
  Side,
  PositionView,
} from '../lib/types';

/** Our move, not yet acknowledged. It is sent again, with the same key, until it is acknowledged or refused. */
export interface PendingMove {
  key: string;
  seq: number;
  move: MoveInfo;
}

/** An action other than a move. */
type OtherAction = Exclude<GameAction, { t: 'move' }>;

export interface GameSync {
  id: string;
  state: GameState | null;
  pending: PendingMove | null;
  /** Our other actions, not yet acknowledged. */
  actions: OtherAction[];
  connected: boolean;
  /** Whether what is not acknowledged is about to be sent again. */
  retrying: boolean;
}

/** Something to play as a sound, to announce or to show. */
export type Note =
  | { kind: 'moved'; side: Side; short: string; own: boolean; capture: boolean; check: boolean }
  | { kind: 'ended'; outcome: Outcome }
  | { kind: 'event'; event: EventKind }
  /** The rematch has begun while we were here. */
  | { kind: 'rematch'; id: string }
  | { kind: 'refused'; message: string }
  /** The server could not store the action. Send it again a little later. */
  | { kind: 'retry' };

export type Input =
  | ServerMessage
  | { t: 'open' }
  | { t: 'closed' }
  | { t: 'retry' }
  | { t: 'make'; key: string; move: MoveInfo }
  | { t: 'act'; action: OtherAction };

/** Events that are shown but not announced. */
const QUIET: EventKind[] = ['conditional'];

/** The state after an input, and what to do because of it. */
export interface Step {
  sync: GameSync;
  /** The messages to send. */
  out: ClientMessage[];
  notes: Note[];
}

export function newSync(id: string): GameSync {
  return { id, state: null, pending: null, actions: [], connected: false, retrying: false };
}

/** A step that sends and announces nothing. */
const quietStep = (sync: GameSync): Step => ({ sync, out: [], notes: [] });

/** `lagMs` is the measured lag, which is sent with moves. */
export function step(sync: GameSync, input: Input, lagMs = 0): Step {
  switch (input.t) {
    case 'open': {
      const watch: ClientMessage = { t: 'watch', id: sync.id, since: sync.state?.seq ?? null };
      return {
        sync: { ...sync, connected: true, retrying: false },
        out: [watch, ...unacknowledged(sync, lagMs)],
        notes: [],
      };
    }
    case 'retry':
      if (!sync.retrying) return quietStep(sync);
      return { sync: { ...sync, retrying: false }, out: unacknowledged(sync, lagMs), notes: [] };
    case 'closed':
      return quietStep({ ...sync, connected: false });
    case 'make': {
      if (!sync.state || sync.pending) return quietStep(sync);
      const pending = { key: input.key, seq: sync.state.seq, move: input.move };
      return { sync: { ...sync, pending }, out: [moveMessage(sync.id, pending, lagMs)], notes: [] };
    }
    case 'act':
      if (isSending(sync, input.action)) return quietStep(sync);
      return {
        sync: { ...sync, actions: [...sync.actions, input.action] },
        out: [input.action],
        notes: [],
      };
    case 'state':
      return input.id === sync.id ? applyState(sync, input.state, null) : quietStep(sync);
    case 'event':
      return input.id === sync.id ? applyState(sync, input.state, input.kind) : quietStep(sync);
    case 'move':
      return input.id === sync.id ? applyMove(sync, input) : quietStep(sync);
    case 'presence':
      return input.id === sync.id ? quietStep(applyPresence(sync, input)) : quietStep(sync);
    case 'ack':
      return quietStep(applyAck(sync, input.key));
    case 'refused':
      return applyRefusal(sync, input);
    default:
      return quietStep(sync);
  }
}

/** Whether the same action is on its way. Done twice, it would take back two moves. Conditional moves differ each time. */
export function isSending(sync: GameSync, wanted: Pick<OtherAction, 't'> & { accept?: boolean }): boolean {
  return sync.actions.some(
    (action) =>
      action.t === wanted.t &&
      action.t !== 'conditional' &&
      ('accept' in action ? action.accept : undefined) === wanted.accept,
  );
}

/** The messages that the server has not acknowledged. */
function unacknowledged(sync: GameSync, lagMs: number): ClientMessage[] {
  return sync.pending ? [moveMessage(sync.id, sync.pending, lagMs), ...sync.actions] : [...sync.actions];
}

function moveMessage(id: string, pending: PendingMove, lagMs: number): ClientMessage {
  return {
    t: 'move',
    id,
    key: pending.key,
    seq: pending.seq,
    move: pending.move.text,
    lag_ms: Math.round(lagMs),
  };
}

/** Who follows the game. Nothing else has changed. */
function applyPresence(sync: GameSync, message: Extract<ServerMessage, { t: 'presence' }>): GameSync {
  const before = sync.state;
  if (!before) return sync;
  const state: GameState = {
    ...before,
    white: before.white && { ...before.white, online: message.white },
    black: before.black && { ...before.black, online: message.black },
    watchers: message.watchers,
  };
  return { ...sync, state };
}

function applyAck(sync: GameSync, key: string): GameSync {
  // A pending move stays until the server's view of it arrives: the board shows it.
  return { ...sync, actions: sync.actions.filter((action) => action.key !== key) };
}

/** Our move, if a newer state does not contain it yet. */
function stillPending(pending: PendingMove | null, seq: number): PendingMove | null {
  return pending && seq <= pending.seq ? pending : null;
}

function applyState(sync: GameSync, state: GameState, event: EventKind | null): Step {
  const before = sync.state;
  const notes: Note[] = [];
  if (before && state.seq > before.seq) notes.push(...lastMoveNote(before, state));
  if (event !== null && !QUIET.includes(event)) notes.push({ kind: 'event', event });
  if (before && !before.outcome && state.outcome) notes.push({ kind: 'ended', outcome: state.outcome });
  // A finished game that is opened later keeps its rematch: it was played, or does not even exist any more.
  if (before && before.rematch.id === null && state.rematch.id !== null && state.you !== null)
    notes.push({ kind: 'rematch', id: state.rematch.id });
  const takenBack = before !== null && state.seq < before.seq;
  return {
    sync: {
      ...sync,
      state,
      pending: takenBack || state.outcome ? null : stillPending(sync.pending, state.seq),
    },
    out: [],
    notes,
  };
}

function lastMoveNote(before: GameState, after: GameState): Note[] {
  const last = after.moves.at(-1);
  return last ? [moveNote(before, after.view, last.short, after.you)] : [];
}

function moveNote(before: GameState, view: PositionView, short: string, you: Side | null): Note {
  const side = other(view.side);
  const capture = view.pieces.length < before.view.pieces.length;
  return { kind: 'moved', side, short, own: side === you, capture, check: view.check.length > 0 };
}

function applyMove(sync: GameSync, message: Extract<ServerMessage, { t: 'move' }>): Step {
  const before = sync.state;
  if (!before || message.seq > before.seq + 1) {
    // Moves are missing: ask for the whole state.
    return { sync, out: [{ t: 'watch', id: sync.id, since: before?.seq ?? null }], notes: [] };
  }
  if (message.seq <= before.seq) return quietStep(sync);
  // A move declines the opponent's offer of a draw. The mover's own stands, unless the move ends the game.
  const mover = message.outcome ? null : other(message.view.side);
  const state: GameState = {
    ...before,
    seq: message.seq,
    view: message.view,
    moves: [...before.moves, message.move],
    clocks: message.clocks,
    outcome: message.outcome,
    offer: { draw: mover === before.offer.draw ? mover : null, takeback: null },
  };
  const notes: Note[] = [moveNote(before, message.view, message.move.short, before.you)];
  if (message.outcome && !before.outcome) notes.push({ kind: 'ended', outcome: message.outcome });
  return { sync: { ...sync, state, pending: stillPending(sync.pending, message.seq) }, out: [], notes };
}

function applyRefusal(sync: GameSync, message: Extract<ServerMessage, { t: 'refused' }>): Step {
  const own = sync.pending?.key === message.key || sync.actions.some((action) => action.key === message.key);
  if (!own) return quietStep(sync);
  if (message.code === 'try_again') {
    // All that is not acknowledged is sent again together, so one retry is enough for several refusals.
    if (sync.retrying) return quietStep(sync);
    return { sync: { ...sync, retrying: true }, out: [], notes: [{ kind: 'retry' }] };
  }
  const pending = sync.pending?.key === message.key ? null : sync.pending;
  const after = { ...applyAck(sync, message.key), pending };
  const next = message.state ? applyState(after, message.state, null) : quietStep(after);
  return { ...next, notes: [...next.notes, { kind: 'refused', message: message.message }] };
}

/** Whether a player has made a move that can be taken back. A set-up position can have Black move first. */
export function hasMoved(state: Pick<GameState, 'seq' | 'view'>, side: Side): boolean {
  const first = state.seq % 2 === 0 ? state.view.side : other(state.view.side);
  return state.seq > (side === first ? 0 : 1);
}

export function other(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}
