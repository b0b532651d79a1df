// Renders documents of the folder `docs` when the client is built: `import html from '….md?html'`.

import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import type { Plugin } from 'vite';

/** The documents that are pages of the client, at `/docs/NAME`. */
const PAGES = ['definitions', 'invent', 'playtesting'];

export function documents(): Plugin {
  return {
    name: 'documents',
    enforce: 'pre',
    load: {
      filter: { id: /\.md\?html$/ },
      async handler(id) {
        const path = id.replace('?html', '');
        this.addWatchFile(path);
        return `export default ${JSON.stringify(render(await readFile(path, 'utf8')))};`;
      },
    },
  };
}

/** What is of use only beside the repository and its program. Readers of the site have neither. */
const FOR_THE_PROGRAM = /<!-- program -->[^]*?<!-- \/program -->\n?/g;
/** What only the site says. Elsewhere it is a comment. */
const FOR_THE_SITE = /<!-- site:\n([^]*?)-->\n?/g;

/** A document as the site shows it. */
export function forTheSite(markdown: string): string {
  return markdown.replace(FOR_THE_PROGRAM, '').replace(FOR_THE_SITE, (_, text: string) => text);
}

/** A document as HTML. The text of a link stays if its target is not a page of the client. */
export function render(markdown: string): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const url = address(href);
        return url === null ? text : `<a href="${url}">${text}</a>`;
      },
    },
  });
  return marked.parse(forTheSite(markdown), { async: false });
}

function address(href: string): string | null {
  if (href.startsWith('#')) return href;
  const [, name, hash = ''] = /^(\w+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return name && PAGES.includes(name) ? `/docs/${name}${hash}` : null;
}
