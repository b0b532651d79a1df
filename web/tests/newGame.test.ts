import { describe, expect, it } from 'vitest';
import type { Outcome, Player } from '../src/lib/types';
import { learnUrl, newUrl } from '../src/lib/rules';
import { choiceWords, parseChoices } from '../src/lib/newGame';
import { outcomeWords } from '../src/lib/status';
import { canExplain, rulesWords, spectatorCount } from '../src/lib/words';

describe('the choices for a new game', () => {
  it('are read as they were stored', () => {
    const choices = {
      level: 6,
      colour: 'black',
      clocks: {
        engine: { kind: 'none', minutes: 10, increment: 5, days: 3 },
        people: { kind: 'live', minutes: 5, increment: 3, days: 7 },
      },
    } as const;
    expect(parseChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
  });

  it('have defaults in place of values that are not valid', () => {
    const defaults = parseChoices(null);
    expect(defaults.level).toBe(3);
    expect(
      parseChoices({
        level: 9,
        colour: 'green',
        clocks: { engine: 7, people: { kind: 'sand', minutes: -1, increment: 'x', days: Infinity } },
      }),
    ).toEqual(defaults);
    expect(parseChoices([])).toEqual(defaults);
  });

  it('are said in words', () => {
    expect(choiceWords('random', { kind: 'none' }, { name: 'chess' })).toBe(
      'White or Black · no clock · usual rules',
    );
    expect(
      choiceWords(
        'black',
        { kind: 'live', initial_ms: 180_000, increment_ms: 2000 },
        { name: 'gateway', options: { length: '8' } },
      ),
    ).toBe('Black · 3 + 2 · Length: 8');
  });
});

describe('addresses', () => {
  it('contain options and definitions', () => {
    expect(learnUrl({ name: 'chess' })).toBe('/learn/chess');
    expect(learnUrl({ name: 'gateway', options: { length: '8' } })).toBe('/learn/gateway?length=8');
    expect(learnUrl({ name: 'mini', definition: 'ab12' })).toBe('/learn/mini?definition=ab12');
    expect(newUrl({ name: 'mini', definition: 'ab12' })).toBe('/new?game=mini&definition=ab12');
  });
});

describe('spectators', () => {
  const person = (online: boolean): Player => ({ kind: 'person', name: 'A', user: 'a', online });
  const engine: Player = { kind: 'engine', name: 'Computer', level: 1, online: true };

  it('are the people who watch and do not play', () => {
    expect(spectatorCount({ white: person(true), black: person(true), watchers: 3 })).toBe(1);
    expect(spectatorCount({ white: person(true), black: person(false), watchers: 3 })).toBe(2);
    expect(spectatorCount({ white: person(true), black: engine, watchers: 1 })).toBe(0);
    expect(spectatorCount({ white: null, black: person(true), watchers: 0 })).toBe(0);
  });
});

describe('the rules of a game in a list', () => {
  it('say that somebody has invented it', () => {
    expect(rulesWords({ name: 'chess', options: {} })).toEqual([]);
    expect(rulesWords({ name: 'sesqui', options: { array: 'court' } })).toEqual(['Array: court']);
    expect(rulesWords({ name: 'mini', options: {}, definition: 'ab12' })).toEqual(['invented']);
  });
});

describe('the end of a game', () => {
  const end = (reason: Outcome['reason']): Outcome => ({ result: '1-0', reason, text: '' });

  it('can be explained if it follows from the position', () => {
    expect(canExplain(end('checkmate'))).toBe(true);
    expect(canExplain(end('stalemate'))).toBe(true);
    for (const reason of ['resignation', 'time', 'agreement', 'aborted'] as const)
      expect(canExplain(end(reason))).toBe(false);
  });

  it('is told to the players as theirs', () => {
    const lost: Outcome = {
      result: '0-1',
      reason: 'resignation',
      text: 'White has resigned: Black has won.',
    };
    expect(outcomeWords(lost, 'white')).toBe('You resigned. Black wins.');
    expect(outcomeWords(lost, 'black')).toBe('Your opponent resigned. You win.');
    expect(outcomeWords({ ...lost, reason: 'time' }, 'black')).toBe('Your opponent’s time ran out. You win.');
    expect(outcomeWords(lost, null)).toBe(lost.text);
    expect(outcomeWords({ ...lost, reason: 'checkmate' }, 'white')).toBe(lost.text);
  });
});
