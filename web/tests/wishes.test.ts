import { describe, expect, it } from 'vitest';
import type { Outcome, Player } from '../src/lib/types';
import { learnUrl, newUrl } from '../src/lib/rules';
import { mendWish } from '../src/lib/wish';
import { canExplain, spectators } from '../src/lib/words';

describe('the choices for a new game', () => {
  it('come back as they were kept', () => {
    const wish = { level: 6, colour: 'black', clock: 'live', minutes: 5, increment: 3, days: 7 } as const;
    expect(mendWish(JSON.parse(JSON.stringify(wish)))).toEqual(wish);
  });

  it('are as for a first game where what was kept makes no sense', () => {
    const usual = mendWish(null);
    expect(usual.level).toBe(3);
    expect(
      mendWish({ level: 9, colour: 'green', clock: 7, minutes: -1, increment: 'x', days: Infinity }),
    ).toEqual(usual);
    expect(mendWish([])).toEqual(usual);
  });
});

describe('addresses', () => {
  it('carry options and definitions along', () => {
    expect(learnUrl({ name: 'chess' })).toBe('/learn/chess');
    expect(learnUrl({ name: 'gateway', options: { length: '8' } })).toBe('/learn/gateway?length=8');
    expect(learnUrl({ name: 'mini', definition: 'ab12' })).toBe('/learn/mini?definition=ab12');
    expect(newUrl({ name: 'mini', definition: 'ab12' })).toBe('/new?game=mini&definition=ab12');
  });
});

describe('who watches', () => {
  const person = (online: boolean): Player => ({ kind: 'person', name: 'A', user: 'a', online });
  const engine: Player = { kind: 'engine', name: 'Computer', level: 1, online: true };

  it('is who does not play', () => {
    expect(spectators({ white: person(true), black: person(true), watchers: 3 })).toBe(1);
    expect(spectators({ white: person(true), black: person(false), watchers: 3 })).toBe(2);
    expect(spectators({ white: person(true), black: engine, watchers: 1 })).toBe(0);
    expect(spectators({ white: null, black: person(true), watchers: 0 })).toBe(0);
  });
});

describe('an end', () => {
  const end = (reason: Outcome['reason']): Outcome => ({ result: '1-0', reason, text: '' });

  it('is explained where the board brought it about', () => {
    expect(canExplain(end('checkmate'))).toBe(true);
    expect(canExplain(end('stalemate'))).toBe(true);
    for (const reason of ['resignation', 'time', 'agreement', 'aborted'] as const)
      expect(canExplain(end(reason))).toBe(false);
  });
});
