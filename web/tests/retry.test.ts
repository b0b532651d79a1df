import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Retry } from '../src/lib/retry';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('does again what has failed, later each time, up to a bound', () => {
  const action = vi.fn();
  const retry = new Retry(action);
  for (const [i, delayMs] of [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000].entries()) {
    retry.failed();
    // Several failures at once are one.
    retry.failed();
    vi.advanceTimersByTime(delayMs - 1);
    expect(action).toHaveBeenCalledTimes(i);
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledTimes(i + 1);
  }
  retry.settled();
  retry.failed();
  vi.advanceTimersByTime(1_000);
  expect(action).toHaveBeenCalledTimes(8);
});

it('does nothing again that has succeeded meanwhile, or when it is closed', () => {
  const action = vi.fn();
  const retry = new Retry(action);
  retry.failed();
  retry.settled();
  vi.runAllTimers();
  retry.failed();
  retry.close();
  retry.failed();
  vi.runAllTimers();
  expect(action).not.toHaveBeenCalled();
});
