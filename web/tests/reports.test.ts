import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GameReports } from '../src/analysis/report.svelte';

const heard: string[] = [];
vi.mock('../src/lib/announce.svelte', () => ({ announce: (text: string) => heard.push(text) }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('has only the stages of a report read aloud', async () => {
  const answers = ['queued', 'running', 'running', 'running', 'done'].map((state, done) => ({
    state,
    done,
    total: 3,
  }));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answers.shift()))));
  const reports = new GameReports();
  await reports.want('1');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reports.state).toBe('done');
  expect(heard).toEqual(['The engine is looking at the moves.', 'The report is ready.']);
});
