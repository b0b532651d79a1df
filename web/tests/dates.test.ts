import { expect, it } from 'vitest';
import { dateText, timeText } from '../src/lib/dates';

it('writes dates in English', () => {
  expect(dateText('2026-03-05T12:00:00')).toBe('5 March 2026');
  expect(timeText('2026-03-05T14:05:00')).toBe('5 Mar 2026, 14:05');
});
