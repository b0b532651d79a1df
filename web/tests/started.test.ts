import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followStarted } from '../src/app/started';
import { Channel } from './fixtures';

/** The tabs of one browser share `document` here: `show` says which one is looked at while it hears of something. */
let shown: () => void = () => undefined;

function tab(isPlaying = false) {
  const did: string[] = [];
  const { started } = followStarted({
    isPlaying: () => isPlaying,
    open: (id) => did.push(`open ${id}`),
    tell: (id) => did.push(`tell ${id}`),
  });
  return { did, started, shown };
}

const page = { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };

beforeEach(() => {
  page.hidden = false;
  page.addEventListener.mockImplementation((_, listener: () => void) => (shown = listener));
  vi.stubGlobal('document', page);
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.useFakeTimers();
});
afterEach(() => {
  Channel.all = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('opens the game of a seek in the tab that is looked at, and in no other', () => {
  const [here, behind, late] = [tab(), tab(), tab()];
  page.hidden = true;
  behind.started('g');
  page.hidden = false;
  here.started('g');
  // The other tab may hear of the game only now.
  page.hidden = true;
  late.started('g');
  page.hidden = false;
  behind.shown();
  late.shown();
  expect([here.did, behind.did, late.did]).toEqual([['open g'], [], []]);
});

it('opens the game when a tab is shown again, but not much later', () => {
  const it = tab();
  page.hidden = true;
  it.started('g');
  expect(it.did).toEqual([]);
  page.hidden = false;
  it.shown();
  expect(it.did).toEqual(['open g']);
  page.hidden = true;
  it.started('h');
  vi.advanceTimersByTime(61_000);
  page.hidden = false;
  it.shown();
  it.shown();
  expect(it.did).toEqual(['open g', 'tell h']);
});

it('stays at a game of one’s own', () => {
  const it = tab(true);
  it.started('g');
  expect(it.did).toEqual(['tell g']);
});
