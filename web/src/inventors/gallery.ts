// Definitions to start from: small ones of this page, and those of all games of the server.

import { apiText } from '../lib/api';
import leapers from './examples/leapers.toml?raw';
import mini from './examples/mini.toml?raw';
import ring from './examples/ring.toml?raw';
import tower from './examples/tower.toml?raw';

export interface Example {
  title: string;
  about: string;
  text: string;
}

function example(text: string): Example {
  const value = (key: string): string => new RegExp(`^${key} = "(.*)"$`, 'm').exec(text)?.[1] ?? '';
  return { title: value('title'), about: value('about'), text };
}

export const small: Example[] = [mini, ring, tower, leapers].map(example);

/** The definition of a game of the server. */
export function definitionOf(game: string): Promise<string> {
  return apiText(`/api/games/${encodeURIComponent(game)}/definition`);
}

/**
 * A text that somebody else has saved, with a comment that makes it a version of one's own: the server knows versions by
 * their texts. The comment stands at the end, where it moves no line.
 */
export function ownCopy(text: string, name: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replace('T', ' ');
  return `${text.trimEnd()}\n\n# A copy${name ? ` by ${name}` : ''}, ${time} UTC.\n`;
}
