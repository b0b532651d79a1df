// The game of the tutorial as it is after each of its steps, so that the editor can open it there.

import page from '../../../docs/invent.md?raw';

export interface TutorialStep {
  /** The number of its heading. */
  number: number;
  /** The definition at the end of the step. */
  text: string;
}

/** A block of code: its language and its text. */
const BLOCK = /^```(\w+)\n([^]*?)\n```$/gm;

/** The text with what a block says: `toml` is added to it, `diff` replaces a line. */
function withBlock(text: string, language: string, block: string): string {
  if (language === 'toml') return text === '' ? `${block}\n` : `${text}\n${block}\n`;
  const change = /^-(.*)\n\+(.*)$/.exec(block);
  if (language !== 'diff' || !change) return text;
  return text.replace(`\n${change[1]}\n`, () => `\n${change[2]}\n`);
}

/** The steps of a tutorial in Markdown, whose headings are numbered. */
export function stepsOf(markdown: string): TutorialStep[] {
  const steps: TutorialStep[] = [];
  let text = '';
  for (const section of markdown.split(/^## /m)) {
    const number = /^(\d+)\. /.exec(section)?.[1];
    if (number === undefined) continue;
    for (const [, language = '', block = ''] of section.matchAll(BLOCK))
      text = withBlock(text, language, block);
    steps.push({ number: Number(number), text });
  }
  return steps;
}

export const steps: TutorialStep[] = stepsOf(page);

/** The page with a link to the editor at the end of each step. */
export function withLinks(html: string): string {
  const [intro = '', ...sections] = html.split(/(?=<h2)/);
  const linked = sections.map((section) => {
    const number = /^<h2[^>]*>(\d+)\. /.exec(section)?.[1];
    if (number === undefined) return section;
    return `${section}<p><a class="button" href="/inventors?step=${number}">Open this step in the editor</a></p>\n`;
  });
  return [intro, ...linked].join('');
}
