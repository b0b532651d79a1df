// Answers to the tasks of lessons, moves of puzzles, and progress.

import { describe, expect, test } from 'vitest';
import { judgeCells, missed, nextStep } from '../src/learn/lesson';
import {
  judgeMove,
  marginWords,
  nextPuzzle,
  taskOf,
  themeName,
  themesOf,
  wholeLine,
  withTheme,
} from '../src/learn/puzzle';
import { parseProgress, streak } from '../src/lib/progress.svelte';
import type { LessonTask, PuzzleInfo } from '../src/lib/types';

const task: LessonTask = {
  kind: 'move',
  ask: '',
  hint: '',
  done: '',
  moves: ['a1a8'],
  wrong: [{ sentence: 'This move gives no check.', moves: ['a1a2', 'a1a3'] }],
  cells: [3, 5],
  answer: null,
  from: null,
  attempt: null,
  level: null,
};

const puzzle = (id: string, themes: string[] = []): PuzzleInfo => ({
  id,
  position: '8/8 w - 0 1',
  solution: [['a1a2'], ['b1b2'], ['a2a3', 'a2a4']],
  continuation: ['b2b3'],
  mate: 2,
  margin: null,
  themes,
  rating: 900,
});

describe('tasks', () => {
  test('a move is right, or there is a reason why not', () => {
    expect(missed(task, 'a1a8')).toBeNull();
    expect(missed(task, 'a1a3')).toBe('This move gives no check.');
    expect(missed(task, 'h1h2')).not.toBeNull();
  });
  test('all right cells and no others solve a task', () => {
    expect(judgeCells(task, [5, 3])).toEqual({ right: true, wrong: [], missing: 0 });
    expect(judgeCells(task, [5])).toEqual({ right: false, wrong: [], missing: 1 });
    expect(judgeCells(task, [5, 3, 4])).toEqual({ right: false, wrong: [4], missing: 0 });
  });
  test('a lesson goes on at the first open step', () => {
    const steps = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    expect(nextStep(steps, (id) => id === 'a')).toBe(1);
    expect(nextStep(steps, () => true)).toBe(0);
  });
});

describe('puzzles', () => {
  test('the solution is played with its replies', () => {
    const one = puzzle('1');
    expect(judgeMove(one, [], 'a1a3')).toEqual({ right: false, solved: false, reply: null });
    expect(judgeMove(one, [], 'a1a2')).toEqual({ right: true, solved: false, reply: 'b1b2' });
    expect(judgeMove(one, ['a1a2', 'b1b2'], 'a2a4')).toEqual({ right: true, solved: true, reply: null });
    expect(judgeMove(one, ['a1a2', 'b1b2'], 'a2a3').solved).toBe(true);
    expect(wholeLine(one)).toEqual(['a1a2', 'b1b2', 'a2a3', 'b2b3']);
  });
  test('the next puzzle is one that is not done', () => {
    const list = [puzzle('1'), puzzle('2', ['fork']), puzzle('3')];
    expect(nextPuzzle(list, '1', () => false)?.id).toBe('2');
    expect(nextPuzzle(list, '3', (id) => id === '1')?.id).toBe('2');
    expect(nextPuzzle(list, '2', () => true)?.id).toBe('3');
    expect(nextPuzzle([], null, () => false)).toBeNull();
    expect(withTheme(list, 'fork').map((it) => it.id)).toEqual(['2']);
    expect(withTheme(list, '')).toHaveLength(3);
    expect(themesOf(list)).toEqual([{ theme: 'fork', count: 1 }]);
  });
  test('words', () => {
    expect(themeName('mate-3')).toBe('Win in 3');
    expect(themeName('across')).toBe('Across the ring');
    expect(taskOf(puzzle('1'))).toBe('Win in 2 moves, whatever the other side does.');
    expect(marginWords([520, -10_000])).toBe(
      'With this move the engine’s score is +5.2, with the second-best move a forced loss.',
    );
  });
});

describe('progress', () => {
  test('stored progress is read, and nonsense left out', () => {
    const stored = { 'lesson/a/b': { first_try: true, done: 3 }, bad: 1, worse: { first_try: 'x', done: 1 } };
    expect(Object.keys(parseProgress(stored))).toEqual(['lesson/a/b']);
    expect(parseProgress(null)).toEqual({});
    expect(parseProgress('x')).toEqual({});
  });
  test('a streak ends at the last puzzle that was not solved at once', () => {
    const at = (done: number, firstTry: boolean): { done: number; first_try: boolean } => ({
      done,
      first_try: firstTry,
    });
    expect(streak({})).toBe(0);
    expect(
      streak({
        'puzzle/a/1': at(1, true),
        'puzzle/a/2': at(2, false),
        'puzzle/b/3': at(4, true),
        'lesson/a/x': at(9, false),
      }),
    ).toBe(1);
    expect(streak({ 'puzzle/a/1': at(1, true), 'puzzle/a/2': at(2, true) })).toBe(2);
  });
});
