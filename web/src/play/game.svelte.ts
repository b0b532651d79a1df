// A game on the play page: the state of the game (`sync.ts`), the position shown, and the player's actions.

import { targetsOf } from '../board/choices';
import { afterMove } from '../board/reconcile';
import { isTemporary, messageOf } from '../lib/api';
import { listen, socket } from '../lib/live.svelte';
import { navigate } from '../lib/navigation.svelte';
import { Retry } from '../lib/retry';
import * as rules from '../lib/rules';
import { plain } from '../lib/prose';
import { announce } from '../lib/announce.svelte';
import { newKey, type SocketEvent } from '../lib/socket';
import { settings } from '../lib/settings.svelte';
import { playSound } from '../lib/sound';
import type {
  GameInfo,
  MoveInfo,
  PlacedPiece,
  GameState,
  Side,
  PositionView,
  PositionRef,
  Reasons,
} from '../lib/types';
import { notify } from '../lib/ui.svelte';
import { spoken } from '../lib/spoken';
import { outcomeWords } from '../lib/status';
import { sideName } from '../lib/words';
import { bestMove, hintWords, MAX_HINT_LEVEL, type Hint } from './hint';
import { ReplyDelay } from './replyDelay';
import { isSending, newSync, other, step, type Input, type Note, type GameSync } from './sync';

export class PlayGame {
  sync: GameSync = $state.raw(newSync(''));
  info: GameInfo | null = $state.raw(null);
  failed: string | null = $state(null);
  /** The server cannot send the game at the moment. It is asked again. */
  delayed = $state(false);
  /** The number of moves made in the position shown; null for the current position. */
  at: number | null = $state(null);
  private earlierView: { ply: number; view: PositionView } | null = $state.raw(null);
  premove: { from: number; to: number } | null = $state.raw(null);
  /** A move that the player has yet to confirm. */
  unconfirmed: MoveInfo | null = $state.raw(null);
  /** The explanation shown: of a check, an end or a refused move. */
  why: (Reasons & { title: string }) | null = $state.raw(null);
  /** A hint of the engine, while it is shown. */
  hint: Hint | null = $state.raw(null);
  thinking = $state(false);
  flip = $state(false);
  private flippedFor: Side | null = null;
  private stopListening: () => void;
  private readonly replies = new ReplyDelay();
  /** Sends again what the server could not store. */
  private retryTimer = 0;
  private readonly watching = new Retry(() => this.watch());
  private readonly loadingInfo = new Retry(() => {
    if (this.state) void this.load(this.state);
  });
  /** Counts the explanations asked for. Only the last one is shown. */
  private asked = 0;

  constructor(readonly id: string) {
    this.sync = newSync(id);
    this.stopListening = listen((message) => {
      if (message.t === 'error') {
        if (message.id === this.id) this.watchFailed(message);
        return;
      }
      // A new connection watches the game by itself.
      if (message.t === 'open') this.watching.settled();
      this.replies.pass(this.sync, message, (ready) => this.handle(ready));
    });
  }

  private watchFailed(error: Extract<SocketEvent, { t: 'error' }>): void {
    if (error.code !== 'try_again') {
      this.failed = error.message;
      return;
    }
    this.delayed = true;
    this.watching.failed();
  }

  private watch(): void {
    socket.send({ t: 'watch', id: this.id, since: this.state?.seq ?? null });
  }

  close(): void {
    this.replies.close();
    this.stopListening();
    clearTimeout(this.retryTimer);
    this.watching.close();
    this.loadingInfo.close();
    socket.send({ t: 'unwatch', id: this.id });
  }

  get state(): GameState | null {
    return this.sync.state;
  }

  /** Whether what is shown follows the server: there is a connection, and the game comes through it. */
  get isLive(): boolean {
    return this.sync.connected && !this.delayed;
  }

  /** What the player is told while there is no connection; empty while there is one. */
  get connectionWords(): string {
    if (this.isLive) return '';
    if (this.sync.connected) return 'Connecting…';
    return this.sync.pending
      ? 'No connection. Your move will be sent when the connection is back.'
      : 'No connection. Trying again…';
  }

  /** Whether the opponent offers the player a rematch that has not begun. */
  get rematchOffered(): boolean {
    const state = this.state;
    if (!state?.you || state.rematch.id !== null) return false;
    return state.rematch.offered === other(state.you);
  }

  /** The position shown. While an earlier one is on its way, the one shown before stays. */
  get view(): PositionView | null {
    if (this.at !== null && this.earlierView) return this.earlierView.view;
    return this.state?.view ?? null;
  }

  /** Whether the position after `at` moves is still on its way: another one is shown. */
  get loading(): boolean {
    return this.at !== null && this.earlierView?.ply !== this.at;
  }

  /** Whether the position shown is the current one. */
  get atEnd(): boolean {
    return this.at === null;
  }

  /** Our move that the board already shows, although the server has not confirmed it. */
  get shownMove(): MoveInfo | null {
    if (!this.atEnd) return null;
    return this.sync.pending?.move ?? this.unconfirmed;
  }

  get placed(): PlacedPiece[] {
    const view = this.view;
    if (!view) return [];
    return this.shownMove ? afterMove(view.pieces, this.shownMove) : view.pieces;
  }

  /** The cells of the last move. */
  get last(): { from: number; to: number; short: string } | null {
    return this.shownMove ?? this.view?.last ?? null;
  }

  get over(): boolean {
    return this.state?.outcome != null;
  }

  get yourTurn(): boolean {
    const state = this.state;
    return state !== null && !state.outcome && state.you !== null && state.view.side === state.you;
  }

  /** The position shown, for requests about it. */
  get where(): PositionRef | null {
    const state = this.state;
    const view = this.view;
    return state && view && !this.shownMove ? { game: state.game, position: view.position } : null;
  }

  private handle(input: Input): void {
    const { sync, out, notes } = step(this.sync, input, socket.lagMs);
    const before = this.sync.state;
    this.sync = sync;
    for (const message of out) socket.send(message);
    // A refusal has the state, too, but does not say that the server sends this game from now on.
    if (sync.state !== before && input.t !== 'refused') this.arrived();
    if (sync.state && !this.info) void this.load(sync.state);
    if (sync.state && sync.state.you && this.flippedFor !== sync.state.you) {
      this.flippedFor = sync.state.you;
      this.flip = sync.state.you === 'black';
    }
    if (before && sync.state && before.seq !== sync.state.seq) {
      this.showCurrent();
      this.hint = null;
      this.clearWhy();
      if (sync.pending === null) this.unconfirmed = null;
    }
    for (const note of notes) this.handleNote(note);
    if (notes.some((note) => note.kind === 'moved')) this.playPremove();
  }

  /** The server sends the game, whatever it said before. */
  private arrived(): void {
    this.failed = null;
    this.delayed = false;
    this.watching.settled();
  }

  private async load(state: GameState): Promise<void> {
    try {
      this.info = await rules.gameInfo(state.game);
      this.failed = null;
      this.loadingInfo.settled();
    } catch (error) {
      if (isTemporary(error)) this.loadingInfo.failed();
      else this.failed = messageOf(error);
    }
  }

  private handleNote(note: Note): void {
    switch (note.kind) {
      case 'moved':
        if (!note.own) playSound(note.check ? 'check' : note.capture ? 'capture' : 'move');
        announce(
          `${note.own ? 'Your move' : sideName(note.side)}: ${this.info ? spoken(this.info, note.short) : note.short}${note.check ? ', check' : ''}`,
        );
        break;
      case 'ended':
        playSound('end');
        announce(outcomeWords(note.outcome, this.state?.you ?? null));
        this.premove = null;
        break;
      case 'rematch':
        // Nobody wants to go back to the game that is over by way of the one that has begun.
        navigate(`/play/${note.id}`, 'replace');
        break;
      case 'retry':
        this.retryTimer = window.setTimeout(() => this.handle({ t: 'retry' }), 1000);
        break;
      case 'refused':
        notify(note.message, true);
        this.unconfirmed = null;
        break;
      case 'event':
        this.announceEvent(note.event);
    }
  }

  private announceEvent(event: string): void {
    const state = this.state;
    // Spectators hear of no offers: they cannot answer.
    const opponent = state?.you ? other(state.you) : null;
    const theirs = (offer: Side | null): boolean => offer !== null && offer === opponent;
    if (event === 'draw_offer' && theirs(state?.offer.draw ?? null))
      this.alert('Your opponent offers a draw.');
    else if (event === 'takeback_offer' && theirs(state?.offer.takeback ?? null))
      this.alert('Your opponent asks to take back a move.');
    else if (event === 'rematch' && this.rematchOffered) this.alert('Your opponent offers a rematch.');
    else if (event === 'draw_declined') notify('The draw was declined.');
    else if (event === 'takeback_declined') notify('The takeback was declined.');
    else if (event === 'takeback') {
      // Against the computer, the player has just asked for it.
      if (this.engineLevel === null) notify('A move was taken back.');
      else announce('A move was taken back.');
    } else if (event === 'joined') this.alert('The game has started.');
  }

  private alert(text: string): void {
    playSound('call');
    announce(text);
  }

  /** Makes a move, or asks the player to confirm it. */
  make(move: MoveInfo): void {
    this.clearWhy();
    this.hint = null;
    this.premove = null;
    if (settings.confirm) {
      this.unconfirmed = move;
      announce(
        `${this.info ? spoken(this.info, move.short) : move.short}. “Make the move” confirms it, “Cancel” discards it.`,
      );
      return;
    }
    this.send(move);
  }

  confirm(): void {
    const move = this.unconfirmed;
    if (move) this.send(move);
  }

  private send(move: MoveInfo): void {
    this.unconfirmed = null;
    playSound(move.captures.length > 0 ? 'capture' : 'move');
    this.replies.moved();
    this.handle({ t: 'make', key: newKey(), move });
  }

  private playPremove(): void {
    const premove = this.premove;
    const view = this.state?.view;
    if (!premove || !view || !this.yourTurn) return;
    const matching = targetsOf(this.placed, view.moves, premove.from).get(premove.to)?.moves ?? [];
    // If several moves match, the board asks the player.
    if (matching.length > 1) return;
    this.premove = null;
    const move = matching[0];
    if (move) this.send(move);
  }

  act(action: 'resign' | 'abort' | 'rematch'): void {
    this.handle({ t: 'act', action: { t: action, id: this.id, key: newKey() } });
  }

  offer(what: 'draw' | 'takeback', accept: boolean): void {
    this.handle({ t: 'act', action: { t: what, id: this.id, key: newKey(), accept } });
  }

  /** Agrees to the opponent's offer. If it was withdrawn meanwhile, this is no offer of ours. */
  agree(what: 'draw' | 'takeback'): void {
    this.handle({
      t: 'act',
      action: { t: what, id: this.id, key: newKey(), accept: true, only_answer: true },
    });
  }

  /** Whether such an action of ours is on its way. */
  isSending(what: 'draw' | 'takeback' | 'rematch'): boolean {
    return isSending(this.sync, what === 'rematch' ? { t: what } : { t: what, accept: true });
  }

  setConditional(lines: string[][]): void {
    const state = this.state;
    if (!state) return;
    this.handle({
      t: 'act',
      action: { t: 'conditional', id: this.id, key: newKey(), seq: state.seq, lines },
    });
  }

  /** Shows the position after some of the moves. */
  async go(ply: number): Promise<void> {
    const state = this.state;
    if (!state) return;
    this.unconfirmed = null;
    this.hint = null;
    this.clearWhy();
    if (ply >= state.seq) {
      this.showCurrent();
      return;
    }
    const target = Math.max(0, ply);
    this.at = target;
    try {
      const view = await rules.view({
        game: state.game,
        ...(state.start ? { position: state.start } : {}),
        moves: state.moves.slice(0, target).map((move) => move.text),
      });
      if (this.at === target) this.earlierView = { ply: target, view };
    } catch (error) {
      if (this.at === target) this.showCurrent();
      notify(messageOf(error), true);
    }
  }

  private showCurrent(): void {
    this.at = null;
    this.earlierView = null;
  }

  /** The level of the computer that we play against; null against people. */
  get engineLevel(): number | null {
    const state = this.state;
    if (!state?.you) return null;
    const opponent = state[other(state.you)];
    return opponent?.kind === 'engine' ? (opponent.level ?? null) : null;
  }

  /** Whether hints may be asked for: in unrated games against the lower levels. */
  get hasHints(): boolean {
    const level = this.engineLevel;
    return level !== null && level <= MAX_HINT_LEVEL && this.state?.rated === false;
  }

  /** Shows which piece to move; asked again, where to. */
  async askHint(): Promise<void> {
    const state = this.state;
    if (!state || !this.yourTurn || !this.atEnd || this.thinking) return;
    this.clearWhy();
    if (this.hint) {
      this.hint = { ...this.hint, whole: true };
      this.announceHint(this.hint);
      return;
    }
    this.thinking = true;
    try {
      const text = await bestMove(state.game, state.view.position, []);
      const move = state.view.moves.find((one) => one.text === text);
      if (move && this.state?.seq === state.seq) {
        this.hint = { move, whole: false };
        this.announceHint(this.hint);
      }
    } catch (error) {
      notify(messageOf(error), true);
    }
    this.thinking = false;
  }

  private announceHint(hint: Hint): void {
    if (this.info) announce(hintWords(this.info, this.placed, hint));
  }

  /** Explains a check, or the end of the game. */
  async askWhy(): Promise<void> {
    const state = this.state;
    const view = this.view;
    if (!state || !view) return;
    const moves = this.at === null ? state.moves : state.moves.slice(0, this.at);
    await this.explain(view.outcome ? 'Why the game is over' : 'Why this is check', () =>
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
    if (!where || !this.atEnd) return;
    const name = (cell: number): string => this.info?.layout.cells[cell]?.name ?? '';
    await this.explain(`${name(from)} to ${name(to)} is not possible`, () =>
      rules.refusal(where, { from, to }),
    );
  }

  /** Closes the explanation, and ignores one that is still to come. */
  clearWhy(): void {
    this.asked += 1;
    this.why = null;
  }

  private async explain(title: string, ask: () => Promise<Reasons>): Promise<void> {
    const asked = ++this.asked;
    try {
      const why = await ask();
      // The position has changed, or something else was asked.
      if (asked !== this.asked) return;
      this.why = { ...why, title };
      announce(plain(`${title}. ${why.sentences.join(' ')}`));
    } catch (error) {
      if (asked === this.asked) notify(messageOf(error), true);
    }
  }
}
