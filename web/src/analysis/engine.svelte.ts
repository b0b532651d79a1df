// The server's analysis of the current position.

import { listen, socket } from '../lib/live.svelte';
import type { GameRef, AnalysisLine } from '../lib/types';
import { isEngineOn, rememberEngineOn } from './remembered';

let serial = 0;

export class Engine {
  on = $state(isEngineOn());
  lines: AnalysisLine[] = $state.raw([]);
  stage: 'idle' | 'queued' | 'running' | 'done' | 'failed' = $state('idle');
  /** The place of this analysis in the queue, from 1. */
  place: number | null = $state(null);
  nps: number | null = $state(null);
  message = $state('');
  /** The number of the analysis that runs. */
  private req: number | null = null;
  private request: { game: GameRef; position: string; moves: string[]; lines: number } | null = null;
  private stopListening: () => void;

  constructor() {
    this.stopListening = listen((message) => {
      if (message.t === 'open' && this.request && this.on) this.start();
      if (message.t === 'error' && this.req !== null && message.req === this.req) {
        this.stage = 'failed';
        this.message = message.message;
      }
      if (message.t !== 'analysis' || message.req !== this.req) return;
      this.stage = message.state;
      this.place = message.place ?? null;
      if (message.lines.length > 0) this.lines = [...message.lines].sort((a, b) => a.rank - b.rank);
      if (message.nps !== undefined) this.nps = message.nps;
    });
  }

  close(): void {
    this.clear();
    this.stopListening();
  }

  /** There is no position to analyse until the next one is set. */
  clear(): void {
    this.request = null;
    this.stop();
    this.lines = [];
  }

  /** Sets the position to analyse. The analysis starts if the engine is on. */
  setPosition(game: GameRef, position: string, moves: string[], lines: number): void {
    this.request = { game, position, moves, lines };
    this.stop();
    this.lines = [];
    if (this.on) this.start();
  }

  setOn(on: boolean): void {
    this.on = on;
    rememberEngineOn(on);
    if (on) this.start();
    else {
      this.stop();
      this.lines = [];
    }
  }

  private start(): void {
    if (!this.request) return;
    this.stop();
    this.req = ++serial;
    this.stage = 'queued';
    this.place = null;
    this.message = '';
    socket.send({ t: 'analyse', req: this.req, ...this.request });
  }

  private stop(): void {
    if (this.req !== null) socket.send({ t: 'stop', req: this.req });
    this.req = null;
    this.stage = 'idle';
  }
}
