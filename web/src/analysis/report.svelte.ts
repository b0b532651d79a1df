// The engine's report of a whole game: asked for, waited for, and read.

import { announce } from '../lib/announce.svelte';
import { api, messageOf } from '../lib/api';
import type { GameReport, ReportAnswer, Tree, TreeNode } from '../lib/types';
import { childrenOf } from './tree';

/** How often the progress is asked for, in ms. */
const PACE = 800;

type Stage = ReportAnswer['state'];

/** What is read aloud when a report that was waited for comes to a stage. A failure is an alert on the page. */
const STAGES: Record<Stage, string> = {
  none: '',
  queued: 'The report is waiting for the engine.',
  running: 'The engine is looking at the moves.',
  done: 'The report is ready.',
  failed: '',
};

const isWaiting = (state: Stage): boolean => state === 'queued' || state === 'running';

export class GameReports {
  state: Stage = $state('none');
  done = $state(0);
  total = $state(0);
  report: GameReport | null = $state.raw(null);
  failure = $state('');
  private subject: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Names what the page shows. What is known of it already is fetched; null if it is nothing that is stored. */
  setSubject(subject: string | null): void {
    clearTimeout(this.timer);
    this.subject = subject;
    this.state = 'none';
    this.report = null;
    this.failure = '';
    if (subject !== null) void this.ask(subject, () => api<ReportAnswer>(path(subject)));
  }

  /** Asks for a report of a game or a shared analysis. */
  async want(subject: string): Promise<void> {
    clearTimeout(this.timer);
    this.subject = subject;
    this.failure = '';
    this.state = 'queued';
    await this.ask(subject, () => api<ReportAnswer>(path(subject), { method: 'POST', body: {} }));
  }

  /** There will be no report, for a reason. */
  fail(why: string): void {
    this.state = 'failed';
    this.failure = why;
  }

  close(): void {
    clearTimeout(this.timer);
    this.subject = null;
  }

  private async ask(subject: string, request: () => Promise<ReportAnswer>): Promise<void> {
    try {
      const answer = await request();
      if (subject !== this.subject) return;
      if (isWaiting(this.state) && answer.state !== this.state) announce(STAGES[answer.state]);
      this.state = answer.state;
      this.done = answer.done;
      this.total = answer.total;
      this.report = answer.report ?? null;
      if (answer.state === 'failed') this.failure = 'The engine could not make this report. Try again.';
      if (isWaiting(answer.state))
        this.timer = setTimeout(() => void this.ask(subject, () => api<ReportAnswer>(path(subject))), PACE);
    } catch (error) {
      if (subject !== this.subject) return;
      this.fail(messageOf(error));
    }
  }
}

function path(subject: string): string {
  return `/api/reports/${encodeURIComponent(subject)}`;
}

/** The nodes of the main line of a tree that a report is about, as far as they are its moves. */
export function reportedNodes(tree: Tree, report: GameReport): TreeNode[] {
  const nodes: TreeNode[] = [];
  let parent: number | null = null;
  for (const move of report.moves) {
    const next: TreeNode | undefined = childrenOf(tree, parent).find((node) => node.move === move.move);
    if (!next) break;
    nodes.push(next);
    parent = next.id;
  }
  return nodes;
}
