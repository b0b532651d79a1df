// The texts of definitions that are kept in the browser.

import { describe, expect, test } from 'vitest';
import { Drafts, titleOf } from '../src/inventors/drafts';
import { versionWords } from '../src/inventors/versions';
import { nameWords } from '../src/lib/words';

class Store {
  readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
}

const draft = (text: string): { text: string; unsaved: boolean; from: string } => ({
  text,
  unsaved: true,
  from: '',
});

describe('the text of a definition', () => {
  test('belongs to its tab, and a new tab begins with the last one', () => {
    const browser = new Store();
    const [first, second] = [new Store(), new Store()];
    const one = new Drafts(() => ({ tab: first, browser }));
    const two = new Drafts(() => ({ tab: second, browser }));
    one.keep({ ...draft('a'), from: 'hash' });
    expect(two.ofTab()).toBeNull();
    expect(two.last()).toEqual({ text: 'a', unsaved: true, from: 'hash' });
    two.keep(draft('b'));
    expect(one.ofTab()?.text).toBe('a');
    expect(one.last()?.text).toBe('b');
  });

  test('is read as it was kept once: alone', () => {
    const browser = new Store();
    browser.setItem('definition', 'title = "Old"');
    const drafts = new Drafts(() => ({ tab: new Store(), browser }));
    expect(drafts.last()).toEqual(draft('title = "Old"'));
  });

  test('is put aside, each text once and five at most', () => {
    const stores = { tab: new Store(), browser: new Store() };
    const drafts = new Drafts(() => stores);
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) drafts.putAside(draft(text));
    expect(drafts.aside().map((it) => it.text)).toEqual(['c', 'f', 'e', 'd', 'b']);
    expect(drafts.forget(draft('f')).map((it) => it.text)).toEqual(['c', 'e', 'd', 'b']);
    expect(drafts.aside()).toHaveLength(4);
  });

  test('is not kept where the browser keeps nothing', () => {
    const drafts = new Drafts(() => {
      throw new Error('blocked');
    });
    drafts.keep(draft('a'));
    expect([drafts.ofTab(), drafts.last(), drafts.aside()]).toEqual([null, null, []]);
    expect(drafts.putAside(draft('a'))).toHaveLength(1);
  });
});

test('texts and versions have short names', () => {
  expect(titleOf('# A comment\ntitle = "Mini"\n')).toBe('Mini');
  expect(titleOf('hello')).toBe('');
  expect(nameWords('long_chess')).toBe('Long chess');
  expect(versionWords('abc123def')).toBe('version abc123');
  expect(versionWords(undefined)).toBe('');
});
