// A game on the play page: the state of the game (`sync.ts`), the position looked at, and the player's actions.

import { targetsOf } from '../board/choices';
import { afterMove } from '../board/reconcile';
import { messageOf } from '../lib/api';
import { listen, socket } from '../lib/live.svelte';
import * as rules from '../lib/rules';
import { plain } from '../lib/prose';
import { say } from '../lib/say.svelte';
import { newKey } from '../lib/socket';
import { settings } from '../lib/settings.svelte';
import { play } from '../lib/sound';
import type { GameInfo, MoveInfo, PlacedPiece, PlayState, Side, View, Where, Why } from '../lib/types';
import { notify } from '../lib/ui.svelte';
import { pieceName, sideName } from '../lib/words';
import { newSync, step, type Input, type Note, type GameSync } from './sync';

export class PlayGame {
  sync: GameSync = $state.raw(newSync(''));
  info: GameInfo | null = $state.raw(null);
  failed: string | null = $state(null);
  /** The number of moves made in the position shown; null for the current position. */
  at: number | null = $state(null);
  private earlier: View | null = $state.raw(null);
  premove: { from: number; to: number } | null = $state.raw(null);
  /** A move that the player has yet to confirm. */
  unsure: MoveInfo | null = $state.raw(null);
  /** The explanation shown: of a check, an end or a refused move. */
  why: (Why & { title: string }) | null = $state.raw(null);
  flip = $state(false);
  private flippedFor: Side | null = null;
  private stop: () => void;

  constructor(readonly id: string) {
    this.sync = newSync(id);
    this.stop = listen((message) => {
      if (message.t === 'error') {
        if (message.id === this.id) this.failed = message.message;
        return;
      }
      this.feed(message);
    });
  }

  close(): void {
    this.stop();
    socket.send({ t: 'unwatch', id: this.id });
  }

  get state(): PlayState | null {
    return this.sync.state;
  }

  /** The position shown. */
  get view(): View | null {
    if (this.at !== null && this.earlier) return this.earlier;
    return this.state?.view ?? null;
  }

  get live(): boolean {
    return this.at === null;
  }

  /** The move that the board already shows, although the server has not confirmed it. */
  get ahead(): MoveInfo | null {
    if (!this.live) return null;
    return this.sync.pending?.move ?? this.unsure;
  }

  get placed(): PlacedPiece[] {
    const view = this.view;
    if (!view) return [];
    return this.ahead ? afterMove(view.pieces, this.ahead) : view.pieces;
  }

  get last(): { from: number; to: number } | null {
    return this.ahead ?? this.view?.last ?? null;
  }

  get over(): boolean {
    return this.state?.outcome != null;
  }

  get yourTurn(): boolean {
    const state = this.state;
    return state !== null && !state.outcome && state.you !== null && state.view.side === state.you;
  }

  /** The position shown, for questions to the rules. */
  get where(): Where | null {
    const state = this.state;
    const view = this.view;
    return state && view && !this.ahead ? { game: state.game, position: view.position } : null;
  }

  private feed(input: Input): void {
    const { sync, out, notes } = step(this.sync, input, socket.lagMs);
    const before = this.sync.state;
    this.sync = sync;
    for (const message of out) socket.send(message);
    if (sync.state && !this.info) void this.load(sync.state);
    if (sync.state && sync.state.you && this.flippedFor !== sync.state.you) {
      this.flippedFor = sync.state.you;
      this.flip = sync.state.you === 'black';
    }
    if (before && sync.state && before.seq !== sync.state.seq) {
      this.at = null;
      this.why = null;
      if (sync.pending === null) this.unsure = null;
    }
    for (const note of notes) this.tell(note);
    if (notes.some((note) => note.kind === 'moved')) this.playPremove();
  }

  private async load(state: PlayState): Promise<void> {
    try {
      this.info = await rules.gameInfo(state.game);
    } catch (error) {
      this.failed = messageOf(error);
    }
  }

  private tell(note: Note): void {
    switch (note.kind) {
      case 'moved':
        if (!note.own) play(note.check ? 'check' : note.capture ? 'capture' : 'move');
        say(
          `${note.own ? 'Your move' : sideName(note.side)}: ${this.spoken(note.short)}${note.check ? ', check' : ''}`,
        );
        break;
      case 'ended':
        play('end');
        say(note.outcome.text);
        this.premove = null;
        break;
      case 'again':
        setTimeout(() => this.feed({ t: 'again' }), 1000);
        break;
      case 'refused':
        notify(note.message, true);
        this.unsure = null;
        break;
      case 'event':
        this.tellEvent(note.event);
    }
  }

  private tellEvent(event: string): void {
    const state = this.state;
    const theirs = (offer: Side | null): boolean => offer !== null && offer !== state?.you;
    if (event === 'draw_offer' && theirs(state?.offer.draw ?? null))
      this.call('Your opponent offers a draw.');
    else if (event === 'takeback_offer' && theirs(state?.offer.takeback ?? null))
      this.call('Your opponent asks to take back a move.');
    else if (event === 'draw_declined') say('The draw was declined.');
    else if (event === 'takeback_declined') say('The takeback was declined.');
    else if (event === 'takeback') say('A move was taken back.');
    else if (event === 'joined') this.call('The game has started.');
  }

  private call(text: string): void {
    play('call');
    say(text);
  }

  /** A short notation with the piece's name instead of its letter. */
  private spoken(short: string): string {
    const first = short[0] ?? '';
    const named =
      this.info && /^[A-Z]/.test(short) && !short.startsWith('O-O') ? pieceName(this.info, first) : null;
    const rest = named ? short.slice(1) : short;
    return `${named ? `${named} ` : ''}${rest.replace('x', ' takes ').replace('=', ' becomes ').replace(/[+#]$/, '')}`;
  }

  /** The player made a move on the board. */
  make(move: MoveInfo): void {
    this.why = null;
    this.premove = null;
    if (settings.confirm) {
      this.unsure = move;
      return;
    }
    this.send(move);
  }

  confirm(): void {
    const move = this.unsure;
    if (move) this.send(move);
  }

  private send(move: MoveInfo): void {
    this.unsure = null;
    play(move.captures.length > 0 ? 'capture' : 'move');
    this.feed({ t: 'make', key: newKey(), move });
  }

  private playPremove(): void {
    const wish = this.premove;
    const view = this.state?.view;
    if (!wish || !view || !this.yourTurn) return;
    const fitting = targetsOf(this.placed, view.moves, wish.from).get(wish.to)?.moves ?? [];
    // If several moves fit, the board asks the player.
    if (fitting.length > 1) return;
    this.premove = null;
    const move = fitting[0];
    if (move) this.send(move);
  }

  act(action: 'resign' | 'abort' | 'rematch'): void {
    this.feed({ t: 'act', action: { t: action, id: this.id, key: newKey() } });
  }

  offer(what: 'draw' | 'takeback', accept: boolean): void {
    this.feed({ t: 'act', action: { t: what, id: this.id, key: newKey(), accept } });
  }

  setConditional(lines: string[][]): void {
    const state = this.state;
    if (!state) return;
    this.feed({ t: 'act', action: { t: 'conditional', id: this.id, key: newKey(), seq: state.seq, lines } });
  }

  /** Shows the position after some of the moves. */
  async go(ply: number): Promise<void> {
    const state = this.state;
    if (!state) return;
    this.unsure = null;
    this.why = null;
    if (ply >= state.seq) {
      this.at = null;
      this.earlier = null;
      return;
    }
    const wanted = Math.max(0, ply);
    this.at = wanted;
    try {
      const view = await rules.view({
        game: state.game,
        ...(state.start ? { position: state.start } : {}),
        moves: state.moves.slice(0, wanted).map((move) => move.text),
      });
      if (this.at === wanted) this.earlier = view;
    } catch (error) {
      this.at = null;
      notify(messageOf(error), true);
    }
  }

  /** Explains why it is check, or why the game is over. */
  async askWhy(): Promise<void> {
    const state = this.state;
    const view = this.view;
    if (!state || !view) return;
    const moves = this.at === null ? state.moves : state.moves.slice(0, this.at);
    await this.explain(view.outcome ? 'Why the game is over' : 'Why it is check', () =>
      rules.why({
        game: state.game,
        ...(state.start ? { position: state.start } : {}),
        moves: moves.map((move) => move.text),
      }),
    );
  }

  /** Explains why the piece on one cell cannot move to another. */
  async askRefusal(from: number, to: number): Promise<void> {
    const where = this.where;
    if (!where || !this.live) return;
    const name = (cell: number): string => this.info?.layout.cells[cell]?.name ?? '';
    await this.explain(`${name(from)} to ${name(to)} is not possible`, () =>
      rules.refusal(where, { from, to }),
    );
  }

  private async explain(title: string, ask: () => Promise<Why>): Promise<void> {
    const seq = this.state?.seq;
    try {
      const why = await ask();
      if (this.state?.seq !== seq) return;
      this.why = { ...why, title };
      say(plain(`${title}. ${why.sentences.join(' ')}`));
    } catch (error) {
      notify(messageOf(error), true);
    }
  }
}
