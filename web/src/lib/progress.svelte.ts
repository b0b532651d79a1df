// What someone has done in lessons and puzzles. The browser keeps it for guests, the server for accounts.

import { api } from './api';
import { session } from './session.svelte';

export interface Done {
  /** Solved without a mistake and without help. */
  first_try: boolean;
  /** In milliseconds since 1970. */
  done: number;
}

export interface ProgressItem extends Done {
  item: string;
}

const STORAGE_KEY = 'progress';
/** The server takes this many at once. */
const AT_ONCE = 500;

/** Reads stored progress. What is not valid is left out. */
export function parseProgress(stored: unknown): Record<string, Done> {
  const found: Record<string, Done> = {};
  if (typeof stored !== 'object' || stored === null) return found;
  for (const [item, value] of Object.entries(stored)) {
    const it = (value ?? {}) as Partial<Done>;
    if (typeof it.first_try === 'boolean' && typeof it.done === 'number')
      found[item] = { first_try: it.first_try, done: it.done };
  }
  return found;
}

/** How many of the last puzzles were solved on the first try, up to now. */
export function streak(items: Record<string, Done>): number {
  const puzzles = Object.entries(items).filter(([item]) => item.startsWith('puzzle/'));
  const latest = puzzles.map(([, it]) => it).sort((a, b) => b.done - a.done);
  const end = latest.findIndex((it) => !it.first_try);
  return end < 0 ? latest.length : end;
}

function stored(): Record<string, Done> {
  try {
    return parseProgress(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return {};
  }
}

/** What the browser keeps: the progress of a guest, or what the server does not have yet. */
let unsent: Record<string, Done> = typeof localStorage === 'undefined' ? {} : stored();

export const progress: { items: Record<string, Done> } = $state({ items: { ...unsent } });

/** Takes over what other tabs of this browser have kept since. What was done first stays. */
function merge(): void {
  unsent = { ...unsent, ...stored() };
  for (const [item, it] of Object.entries(unsent)) progress.items[item] ??= it;
}

function keep(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(unsent));
  } catch {
    // Storage may be blocked or full. The progress holds until the page is closed.
  }
}

const registered = (): string | null =>
  session.user !== null && !session.user.guest ? session.user.name : null;

async function send(): Promise<void> {
  const entries = Object.entries(unsent);
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const part = entries.slice(at, at + AT_ONCE);
    const body: ProgressItem[] = part.map(([item, it]) => ({ item, ...it }));
    await api('/api/me/progress', { body });
    merge();
    unsent = Object.fromEntries(
      Object.entries(unsent).filter(([item]) => !part.some(([sent]) => sent === item)),
    );
    keep();
  }
}

let loadedFor: string | null = null;

/** Gets the progress of the account, and sends it what this browser has. Call it when the user may have changed. */
export async function syncProgress(): Promise<void> {
  const name = registered();
  if (name === loadedFor) return;
  loadedFor = name;
  if (name === null) {
    merge();
    progress.items = { ...unsent };
    return;
  }
  try {
    await send();
    const items = await api<ProgressItem[]>('/api/me/progress');
    if (registered() !== name) return;
    progress.items = Object.fromEntries(
      items.map((it) => [it.item, { first_try: it.first_try, done: it.done }]),
    );
  } catch {
    // The pages work with what the browser has. The next page tries again.
    loadedFor = null;
  }
}

/** Notes that something is done. What was done before stays as it was. */
export function markDone(item: string, firstTry: boolean): void {
  merge();
  if (progress.items[item]) return;
  const it: Done = { first_try: firstTry, done: Date.now() };
  progress.items[item] = it;
  unsent[item] = it;
  keep();
  if (registered() === null) return;
  send().catch(() => {
    // It is kept in the browser, and sent with the next one.
  });
}
