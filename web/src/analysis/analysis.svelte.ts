// An analysis: a tree of moves, the current node, and what is known of the position there.

import { afterMove } from '../board/reconcile';
import { isCapture, spoken } from '../lib/spoken';
import { api, ApiError, apiText, messageOf } from '../lib/api';
import { replaceUrl } from '../lib/navigation.svelte';
import * as rules from '../lib/rules';
import { plain, sentence } from '../lib/prose';
import { announce } from '../lib/announce.svelte';
import { playSound } from '../lib/sound';
import type {
  GameInfo,
  GameRef,
  GameState,
  AnalysisLine,
  MoveInfo,
  PlacedPiece,
  Tree,
  PositionView,
  PositionRef,
  Reasons,
} from '../lib/types';
import { notify } from '../lib/ui.svelte';
import { readComment, writeComment, type Drawing } from '../board/drawings';
import {
  draft,
  hasOnlyMoves,
  keepDraft,
  movesText,
  newDraftKey,
  nodeAt,
  placeOf,
  treeOfMoves,
} from './address';
import { Engine } from './engine.svelte';
import { faultyMove, isPosition, textsWithout } from './pasted';
import { lineCount, rememberLineCount } from './remembered';
import { GameReports } from './report.svelte';
import { addMove, change, childrenOf, endOf, newTree, nodeOf, pathTo, promote, remove } from './tree';

const NOT_OPTIONS = ['game', 'position', 'moves', 'flip', 'at', 'draft'];

/** Where a tree comes from. */
interface Opened {
  /** What was open when it was asked for. */
  turn: number;
  source?: string;
  /** Its name among the drafts of this browser. */
  key?: string | null;
  place?: string | null;
  flip?: boolean;
  /** Whether the board is turned if the address does not say. */
  ownFlip?: boolean;
  /** Why not all of it is shown. */
  cut?: string;
}

export class Analysis {
  tree: Tree | null = $state.raw(null);
  /** The current node; null for the position before the first move. */
  at: number | null = $state(null);
  info: GameInfo | null = $state.raw(null);
  view: PositionView | null = $state.raw(null);
  /** A move that the board already shows, although its position has not arrived yet. */
  shownMove: MoveInfo | null = $state.raw(null);
  why: (Reasons & { title: string }) | null = $state.raw(null);
  failed: string | null = $state(null);
  /** The address names nothing to analyse: the page offers a choice. */
  choosing = $state(false);
  /** Why a pasted record is not shown to its end; empty if it is. */
  cut = $state('');
  /** The games that have the position that was pasted, if there are several. */
  fitting: { name: string; title: string; position: string }[] = $state.raw([]);
  flip = $state(false);
  /** Whether the user played the game with Black, and sees it from there unless the address says otherwise. */
  private ownFlip = false;
  lineCount = $state(lineCount());
  readonly engine = new Engine();
  readonly reports = new GameReports();
  /** The finished game or shared analysis that the tree is, as long as nobody changes it. */
  private source: string | null = null;
  /** The name of the tree among the drafts of this browser, if it has more than an address can hold. */
  private draftKey: string | null = null;
  /** Counts requests, so that late answers can be ignored. */
  private serial = $state(0);
  /** The request whose answer is shown. */
  private answered = $state(0);
  /** Counts the explanations asked for. Only the last one is shown. */
  private asked = 0;
  /** Counts what is opened. Only the last address that was opened is shown. */
  private opening = 0;

  close(): void {
    this.forgetQuestions();
    this.engine.close();
    this.reports.close();
  }

  /** Answers that are still to come change nothing any more. */
  private forgetQuestions(): void {
    this.opening += 1;
    this.serial += 1;
    this.answered = this.serial;
  }

  /** Drops what is analysed, and stops the engine. */
  private leave(): void {
    this.forgetQuestions();
    this.clearWhy();
    this.tree = this.info = this.view = this.shownMove = null;
    this.at = null;
    this.cut = '';
    this.source = this.draftKey = null;
    this.engine.clear();
    this.reports.setSubject(null);
  }

  /** Opens what an address names: a shared analysis, a played game, or a game with a position and moves. */
  async open(id: string | null, query: URLSearchParams): Promise<void> {
    const turn = ++this.opening;
    this.clearWhy();
    this.failed = null;
    const name = query.get('game');
    this.choosing = id === null && name === null;
    if (this.choosing) {
      this.leave();
      return;
    }
    const place = query.get('at');
    const key = query.get('draft');
    const flip = query.has('flip') ? query.get('flip') !== 'false' : undefined;
    try {
      const kept = key === null ? null : draft(key);
      if (kept) {
        await this.load(kept, { key, place, flip: flip ?? false, turn });
      } else if (id !== null) {
        const { tree, ownFlip } = await this.fetchTree(id);
        await this.load(tree, { source: id, place, flip, ownFlip, turn });
      } else {
        const game = rules.gameFromQuery(name ?? '', query, NOT_OPTIONS);
        const start = query.get('position');
        const moves = query.get('moves') ?? '';
        // Without a place, an address leads to the end of its moves.
        const tree = moves === '' ? newTree(game, start) : await complete(treeOfMoves(game, start, moves));
        const end = String(placeOf(tree, endOf(tree, null)));
        await this.load(tree, { place: place ?? end, flip: flip ?? false, turn });
      }
    } catch (error) {
      if (turn !== this.opening) return;
      this.leave();
      this.failed = messageOf(error);
    }
  }

  /** A shared analysis or, if there is none with this id, the record of a played game. */
  private async fetchTree(id: string): Promise<{ tree: Tree; ownFlip: boolean }> {
    try {
      return { tree: await api<Tree>(`/api/analyses/${encodeURIComponent(id)}`), ownFlip: false };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
    const path = `/api/play/${encodeURIComponent(id)}`;
    const [record, state] = await Promise.all([
      apiText(`${path}/record`),
      // The game can be analysed without it.
      api<GameState>(path).catch(() => null),
    ]);
    return { tree: await rules.readRecord(record), ownFlip: state?.you === 'black' };
  }

  /** An address at which others see the same. What an address cannot hold is stored on the server. */
  async share(): Promise<string> {
    const tree = this.tree;
    if (!tree) return '/analysis';
    if (hasOnlyMoves(tree) && movesText(tree) !== null) return this.link();
    const id = await this.stored();
    return `/analysis/${encodeURIComponent(id)}${this.seen()}`;
  }

  /** What an address of a stored tree says besides: the place in the tree, and from which side the board is seen. */
  private seen(): string {
    const place = this.tree ? placeOf(this.tree, this.at) : 0;
    const flip = this.flip ? ['flip=true'] : this.ownFlip ? ['flip=false'] : [];
    const parts = [...(place > 0 ? [`at=${place}`] : []), ...flip];
    return parts.length > 0 ? `?${parts.join('&')}` : '';
  }

  /** The game or the shared analysis that the tree is. One that is neither is shared. */
  async stored(): Promise<string> {
    if (this.source !== null) return this.source;
    const { id } = await api<{ id: string }>('/api/analyses', { body: this.tree });
    return id;
  }

  /** Asks for the engine's report of what is shown. */
  async report(): Promise<void> {
    const turn = this.opening;
    try {
      const subject = await this.stored();
      if (turn === this.opening) await this.reports.want(subject);
    } catch (error) {
      if (turn === this.opening) this.reports.fail(messageOf(error));
    }
  }

  /** Loads a tree and goes to a place in it, unless something else has been opened since its `turn`. */
  private async load(tree: Tree, from: Opened): Promise<void> {
    const info = await rules.gameInfo(tree.game);
    if (from.turn !== this.opening) return;
    // Whatever was asked for before comes too late now.
    this.opening += 1;
    // The position of one game is nothing on the board of another.
    if (info !== this.info) this.view = this.shownMove = null;
    this.info = info;
    this.tree = tree;
    this.source = from.source ?? null;
    // Another tree is another draft: it must not replace the one that was open.
    this.draftKey = from.key ?? null;
    this.ownFlip = from.ownFlip ?? false;
    this.flip = from.flip ?? from.ownFlip ?? this.flip;
    this.choosing = false;
    this.failed = null;
    this.cut = from.cut ?? '';
    this.fitting = [];
    this.at = nodeAt(tree, Number(from.place ?? 0));
    this.reports.setSubject(this.source);
    await this.show();
  }

  /** The tree is not any more what its address names. */
  private changed(tree: Tree): void {
    this.tree = tree;
    this.source = null;
    this.keep();
  }

  /** Writes the tree and the place into the address, so that a reload loses nothing. */
  keep(): void {
    const tree = this.tree;
    if (!tree) return;
    if (this.source === null && (!hasOnlyMoves(tree) || movesText(tree) === null)) {
      this.draftKey ??= newDraftKey();
      keepDraft(this.draftKey, tree);
    }
    try {
      replaceUrl(this.link(true));
    } catch {
      // Browsers refuse very frequent changes of the address.
    }
  }

  private tag(name: string): string | undefined {
    return this.tree?.tags.find(([key]) => key === name)?.[1];
  }

  /** How the played game ended, at its last position; otherwise empty. Not every end follows from the position. */
  get ending(): string {
    const isLast = this.tree !== null && this.at === endOf(this.tree, null);
    const isPlayed = this.source !== null && this.tag('Site')?.endsWith(`/play/${this.source}`) === true;
    return isLast && isPlayed ? (this.tag('Termination') ?? '') : '';
  }

  get heading(): string {
    const white = this.tag('White');
    const black = this.tag('Black');
    return white && black && (white !== '?' || black !== '?') ? `${white} – ${black}` : '';
  }

  private whereOf(game: GameRef, start: string | null, moves: string[]): PositionRef {
    return { game, ...(start ? { position: start } : {}), moves };
  }

  /** The current position, for requests about it. */
  get where(): PositionRef | null {
    if (!this.tree || this.shownMove) return null;
    return this.whereOf(this.tree.game, this.tree.start, this.path);
  }

  get path(): string[] {
    return this.tree ? pathTo(this.tree, this.at).map((node) => node.move) : [];
  }

  /** Whether the current position is still on its way: another one is shown. */
  get loading(): boolean {
    return this.answered !== this.serial;
  }

  get placed(): PlacedPiece[] {
    if (!this.view) return [];
    return this.shownMove ? afterMove(this.view.pieces, this.shownMove) : this.view.pieces;
  }

  get lastNode(): boolean {
    return !this.tree || childrenOf(this.tree, this.at).length === 0;
  }

  /** The address of the tree and of the place in it; with `here`, of the draft in this browser, too. */
  link(here = false): string {
    const tree = this.tree;
    if (!tree) return '/analysis';
    const place = placeOf(tree, this.at);
    if (this.source !== null) return `/analysis/${encodeURIComponent(this.source)}${this.seen()}`;
    const query = rules.gameQuery(tree.game);
    query.set('game', tree.game.name);
    if (tree.start) query.set('position', tree.start);
    const text = movesText(tree);
    const isWhole = text !== null;
    const moves = text ?? this.path.join(',');
    if (moves !== '') query.set('moves', moves);
    if (isWhole && this.at !== endOf(tree, null)) query.set('at', String(place));
    if (here && this.draftKey !== null && (!isWhole || !hasOnlyMoves(tree))) {
      query.set('draft', this.draftKey);
      query.set('at', String(place));
    }
    if (this.flip) query.set('flip', 'true');
    // Brackets and commas may stand in an address as they are.
    return `/analysis?${query.toString().replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')')}`;
  }

  private async show(): Promise<void> {
    const tree = this.tree;
    if (!tree) return;
    const turn = ++this.serial;
    this.clearWhy();
    this.keep();
    try {
      const view = await rules.view(this.whereOf(tree.game, tree.start, this.path));
      if (turn !== this.serial) return;
      this.view = view;
      this.answered = turn;
      this.shownMove = null;
      this.engine.setPosition(tree.game, tree.start ?? this.info?.start ?? '', this.path, this.lineCount);
    } catch (error) {
      if (turn !== this.serial) return;
      this.shownMove = null;
      if (this.view) {
        notify(messageOf(error), true);
        return;
      }
      this.leave();
      this.failed = messageOf(error);
    }
  }

  goto(id: number | null): void {
    // A position that did not arrive can be asked for again.
    if (this.at === id && !this.loading) return;
    this.at = id;
    const node = this.tree ? nodeOf(this.tree, id) : undefined;
    if (node) {
      playSound(isCapture(this.info, node.short) ? 'capture' : 'move');
      announce(this.info ? spoken(this.info, node.short) : node.short);
    }
    void this.show();
  }

  back(): void {
    if (this.tree && this.at !== null) this.goto(nodeOf(this.tree, this.at)?.parent ?? null);
  }

  forward(): void {
    const next = this.tree ? childrenOf(this.tree, this.at)[0] : undefined;
    if (next) this.goto(next.id);
  }

  toEnd(): void {
    if (this.tree) this.goto(endOf(this.tree, this.at));
  }

  make(move: MoveInfo): void {
    // A move of the position before is none of this one.
    if (!this.tree || this.loading) return;
    this.shownMove = move;
    const { tree, id } = addMove(this.tree, this.at, move);
    this.grow(tree);
    playSound(move.captures.length > 0 ? 'capture' : 'move');
    announce(this.info ? spoken(this.info, move.short) : move.short);
    this.at = id;
    void this.show();
  }

  /** Takes a tree with more moves; one without new ones is still what its address names. */
  private grow(tree: Tree): void {
    if (tree !== this.tree) this.source = null;
    this.tree = tree;
  }

  makeText(text: string): void {
    const move = this.view?.moves.find((m) => m.text === text);
    if (move) this.make(move);
  }

  /** Adds the first moves of an engine's line to the tree, and goes to the last of them. */
  follow(line: Pick<AnalysisLine, 'moves' | 'short'>, length: number): void {
    if (!this.tree) return;
    let tree = this.tree;
    let at = this.at;
    line.moves.slice(0, length).forEach((text, i) => {
      const added = addMove(tree, at, { text, short: line.short[i] ?? text });
      tree = added.tree;
      at = added.id;
    });
    this.grow(tree);
    this.goto(at);
  }

  setLineCount(count: number): void {
    this.lineCount = count;
    rememberLineCount(count);
    const tree = this.tree;
    if (tree) this.engine.setPosition(tree.game, tree.start ?? this.info?.start ?? '', this.path, count);
  }

  private get names(): string[] {
    return this.info?.layout.cells.map((cell) => cell.name) ?? [];
  }

  /** The comment of the current node, as a record has it. */
  private get written(): string {
    if (!this.tree) return '';
    return (this.at === null ? this.tree.comment : nodeOf(this.tree, this.at)?.comment) ?? '';
  }

  private write(comment: string): void {
    if (!this.tree) return;
    this.changed(this.at === null ? { ...this.tree, comment } : change(this.tree, this.at, { comment }));
  }

  /** What is said of the current position. */
  get said(): string {
    return readComment(this.written, this.names).text;
  }

  /** What is drawn in the current position. */
  get drawings(): Drawing[] {
    return readComment(this.written, this.names).drawings;
  }

  comment(text: string): void {
    this.write(writeComment(text, this.drawings, this.names));
  }

  draw(drawings: Drawing[]): void {
    this.write(writeComment(this.said, drawings, this.names));
  }

  glyph(nag: number): void {
    const node = this.tree ? nodeOf(this.tree, this.at) : undefined;
    if (!this.tree || !node) return;
    const others = node.nags.filter((n) => n < 1 || n > 6);
    this.changed(change(this.tree, node.id, { nags: node.nags.includes(nag) ? others : [nag, ...others] }));
  }

  removeNode(): void {
    const node = this.tree ? nodeOf(this.tree, this.at) : undefined;
    if (!this.tree || !node) return;
    this.source = null;
    this.tree = remove(this.tree, node.id);
    this.at = node.parent;
    void this.show();
  }

  promoteLine(): void {
    if (this.tree && this.at !== null) this.changed(promote(this.tree, this.at));
  }

  async askWhy(): Promise<void> {
    const where = this.where;
    if (!where || this.loading) return;
    await this.explain(this.view?.outcome ? 'Why the game is over' : 'Why this is check', () =>
      rules.why(where),
    );
  }

  async askRefusal(from: number, to: number): Promise<void> {
    const where = this.where;
    if (!where || this.loading) return;
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
    const turn = this.serial;
    const asked = ++this.asked;
    try {
      const why = await ask();
      if (turn !== this.serial || asked !== this.asked) return;
      this.why = { ...why, title };
      announce(plain(`${title}. ${why.sentences.join(' ')}`));
    } catch (error) {
      if (turn === this.serial && asked === this.asked) notify(messageOf(error), true);
    }
  }

  /** Opens a pasted text: a record or a position. Returns what is wrong with it, or null. */
  async paste(text: string): Promise<string | null> {
    const trimmed = text.trim();
    this.fitting = [];
    if (trimmed === '') return 'Paste a record or a position first.';
    try {
      return await (isPosition(trimmed) ? this.pastePosition(trimmed) : this.pasteRecord(trimmed));
    } catch (error) {
      return sentence(messageOf(error));
    }
  }

  /** Opens a position in the game of this page or, if it is none there, in the only game in which it is one. */
  private async pastePosition(position: string): Promise<string | null> {
    const { tree, opening: turn } = this;
    const own = tree && (await rules.check(tree.game, position));
    if (tree && own?.view) {
      await this.load(newTree(tree.game, position), { turn });
      return null;
    }
    const games = await rules.summaries();
    const found = await Promise.all(
      games.map(async (game) => ({ game, ...(await rules.check({ name: game.name }, position)) })),
    );
    const fitting = found.filter((it) => it.view).map((it) => it.game);
    const [only, ...others] = fitting;
    if (only && others.length === 0) {
      await this.load(newTree({ name: only.name }, position), { turn });
      return null;
    }
    if (only) {
      this.fitting = fitting.map(({ name, title }) => ({ name, title, position }));
      return 'This is a position of several games. Which one do you mean?';
    }
    if (own) return own.faults.join(' ');
    // It is meant as a position of the game where the least is wrong with it.
    const [nearest] = found.sort((a, b) => a.faults.length - b.faults.length);
    const title = nearest?.game.title ?? '';
    return `No game here has this position. In ${title}: ${nearest?.faults.map(sentence).join(' ') ?? ''}`;
  }

  /** Opens a record; if a move in it cannot be made, up to there. */
  private async pasteRecord(text: string): Promise<string | null> {
    const { tree, opening: turn } = this;
    // A record that names no game is one of the game of this page.
    const read = (part: string): Promise<Tree> => rules.readRecord(part, tree?.game);
    let fault: string;
    try {
      await this.load(await read(text), { turn });
      return null;
    } catch (error) {
      fault = sentence(messageOf(error));
    }
    const faulty = faultyMove(fault);
    if (faulty === null) return fault;
    for (const part of textsWithout(text, faulty)) {
      const found = await read(part).catch(() => null);
      if (found === null || found.nodes.length === 0) continue;
      const cut = faulty.isInVariation
        ? `A variation in this record has a mistake, and is shown up to there. ${fault}`
        : `This record has a mistake, and is shown up to there. ${fault}`;
      await this.load(found, { turn, place: String(placeOf(found, endOf(found, null))), cut });
      return null;
    }
    return this.info
      ? `${fault} Is this a record of a game other than ${this.info.title}?`
      : `${fault} If this is not a game of chess, open its game below, and paste the record there.`;
  }

  async record(): Promise<string> {
    if (!this.tree) return '';
    const { text } = await rules.writeRecord(this.tree);
    // A file that is read elsewhere leads back to the game that was played here.
    return text.replace('[Site "/', `[Site "${location.origin}/`);
  }
}

/** Adds the short notation of all moves of a tree, which the server knows. */
async function complete(tree: Tree): Promise<Tree> {
  const { text } = await rules.writeRecord(tree);
  const read = await rules.readRecord(text, tree.game);
  return { ...read, game: tree.game, start: tree.start, tags: [] };
}
