// The messages of the socket. OpenAPI describes no sockets, so `docs/api.md` does; what the messages carry has generated
// types.

import type { Clocks, GameRef, GameSummary, Line, MoveMade, Outcome, PlayState, Seek, View } from './types';

export type EventKind =
  | 'draw_offer'
  | 'draw_declined'
  | 'takeback_offer'
  | 'takeback_declined'
  | 'takeback'
  | 'joined'
  | 'rematch'
  | 'online'
  | 'watchers'
  | 'conditional'
  | 'end';

/** A message of the server. */
export type ServerMessage =
  | { t: 'state'; id: string; state: PlayState }
  | {
      t: 'move';
      id: string;
      /** After the move. */
      seq: number;
      move: MoveMade;
      view: View;
      clocks: Clocks | null;
      outcome: Outcome | null;
    }
  | { t: 'event'; id: string; kind: EventKind; state: PlayState }
  | { t: 'ack'; key: string; seq: number | null }
  | { t: 'refused'; key: string; code: string; message: string; state?: PlayState }
  | { t: 'lobby'; seeks: Seek[] }
  /** Somebody has accepted our seek. */
  | { t: 'started'; seek: string; id: string }
  | { t: 'home'; games: GameSummary[] }
  | { t: 'pong'; n: number; now: string }
  | {
      t: 'analysis';
      req: number;
      state: 'queued' | 'running' | 'done';
      place?: number;
      lines: Line[];
      nps?: number;
    }
  | { t: 'error'; code: string; message: string; id?: string; req?: number };

/** A message of the client. */
export type ClientMessage =
  | { t: 'watch'; id: string; since: number | null }
  | { t: 'unwatch'; id: string }
  | { t: 'lobby' }
  | { t: 'unlobby' }
  | { t: 'home' }
  | { t: 'unhome' }
  | { t: 'move'; id: string; key: string; seq: number; move: string; lag_ms?: number }
  | { t: 'resign' | 'abort' | 'rematch'; id: string; key: string }
  | { t: 'draw' | 'takeback'; id: string; key: string; accept: boolean }
  | { t: 'conditional'; id: string; key: string; seq: number; lines: string[][] }
  | { t: 'ping'; n: number }
  | { t: 'analyse'; req: number; game: GameRef; position: string; moves?: string[]; lines: number }
  | { t: 'stop'; req: number };
