// The documents that are pages of the client.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { render } from '../documents';

function read(name: string): string {
  return render(readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'));
}

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '');
}

const pages: Record<string, string> = {
  '/docs/definitions': read('definitions'),
  '/docs/invent': read('invent'),
  '/docs/playtesting': read('playtesting'),
};

describe.each(Object.entries(pages))('%s', (path, html) => {
  it('has one main heading', () => {
    expect(all(html, /<h1[^>]*>([^<]*)</g)).toHaveLength(1);
  });

  it('links to places that exist', () => {
    const links = all(html, /<a href="([^"]*)"/g);
    // Nearly all that this one links to is outside the client.
    expect(links.length).toBeGreaterThan(path === '/docs/playtesting' ? 0 : 3);
    for (const link of links) {
      const [page, hash] = link.split('#');
      const target = pages[page || path];
      expect(target, link).toBeDefined();
      if (hash) expect(all(target ?? '', / id="([^"]*)"/g), link).toContain(hash);
    }
  });

  it('names every column of its tables', () => {
    expect(all(html, /<th[^>]*>([^<]*)<\/th>/g)).not.toContain('');
  });
});

it('speaks to readers of the site, who have no repository and no command line', () => {
  for (const path of ['/docs/definitions', '/docs/playtesting']) {
    expect(pages[path]).not.toMatch(/hyperrook \w+|crates\/|in <code>games\/|exit status|&lt;!--|<!--/);
    expect(pages[path]).toContain('<a href="/docs/invent">');
  }
  expect(render('A\n\n<!-- program -->\n\nB\n\n<!-- /program -->\n\n<!-- site:\nC\n-->\n\nD')).toBe(
    '<p>A</p>\n<p>C</p>\n<p>D</p>\n',
  );
});

it('keeps the text of links to other documents', () => {
  expect(render('See [the README](../README.md).')).toBe('<p>See the README.</p>\n');
});
