// What the page of a playtest says.

import { describe, expect, test } from 'vitest';
import { isUnderWay, progressWords, reportUrl, share } from '../src/inventors/playtest';
import { highest, nameWithUnit, percent } from '../src/lib/measured';
import type { PlaytestInfo } from '../src/lib/types';

const about = (change: Partial<PlaytestInfo>): PlaytestInfo => ({
  id: 'id',
  game: { name: 'mini', definition: 'hash' },
  title: 'Mini',
  state: 'running',
  games: 0,
  total: 200,
  nodes: 1000,
  spent_ms: 0,
  budget_ms: 240_000,
  created: '2026-11-23T06:00:00Z',
  ...change,
});

describe('a playtest', () => {
  test('says how far it is', () => {
    expect(progressWords(about({ state: 'queued' }))).toBe('Waiting for its turn.');
    expect(progressWords(about({ games: 12 }))).toBe('12 of 200 games.');
    const over = { state: 'done', games: 150 } as const;
    expect(progressWords(about({ ...over, ended_by: 'time' }))).toBe(
      '150 games, 1,000 positions searched for each move. It ran out of time before all games were played.',
    );
    expect(progressWords(about({ state: 'failed', ended_by: 'failed' }))).toContain('could not play');
    const empty = (endedBy: PlaytestInfo['ended_by']): string =>
      progressWords(about({ state: 'failed', ended_by: endedBy }));
    expect(empty('stopped')).toBe('It was stopped before a game was finished.');
    expect(empty('time')).toBe('Time ran out before a game was finished.');
    expect(empty('openings')).toContain('over at its start');
    expect([isUnderWay(about({})), isUnderWay(about(over))]).toEqual([true, false]);
  });

  test('is as far as its games or its time, whichever ends it first', () => {
    expect(share(about({ games: 50 }))).toBe(0.25);
    expect(share(about({ games: 50, spent_ms: 120_000 }))).toBe(0.5);
    expect(share(about({ games: 50, spent_ms: 500_000 }))).toBe(1);
    expect(share(about({ total: 0, budget_ms: 0 }))).toBe(0);
  });

  test('has reports by address', () => {
    expect(reportUrl('a')).toBe('/api/playtests/a/report');
    expect(reportUrl('a', { format: 'sums' })).toBe('/api/playtests/a/report?format=sums');
    expect(reportUrl('a', { with: 'b' })).toBe('/api/playtests/a/report?with=b');
  });
});

test('a heat map names its highest cells', () => {
  expect(highest([0, 0.2, 0.5, 0, 0.3], 2)).toEqual([2, 4]);
  expect(highest([0, 0], 5)).toEqual([]);
  expect(nameWithUnit({ id: 'length', name: 'Length' })).toBe('Length (plies)');
  expect(nameWithUnit({ id: 'draws', name: 'Draws' })).toBe('Draws');
  expect(percent(0.0342)).toBe('3.4 %');
});
