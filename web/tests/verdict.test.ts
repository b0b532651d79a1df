import { expect, it } from 'vitest';
import { verdictWords } from '../src/inventors/verdict';

it('says in a few words what a check found', () => {
  expect(verdictWords(0, 0, '')).toBe('No errors.');
  expect(verdictWords(0, 1, '')).toBe('No errors, 1 warning.');
  expect(verdictWords(1, 2, '')).toBe('1 error');
  expect(verdictWords(3, 0, '')).toBe('3 errors');
  expect(verdictWords(0, 0, 'The server cannot be reached.')).toBe('The server cannot be reached.');
});
