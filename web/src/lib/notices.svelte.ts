// Games by correspondence in which it is the user's move: a count in the title of the page, and notifications of the browser.

import { api } from './api';
import { awaiting, titleWith } from './awaiting';
import { navigate } from './navigation.svelte';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import type { GameSummary } from './types';
import { playerName } from './words';

/** How often to ask while there are games by correspondence, and while there are none. */
const OFTEN_MS = 60_000;
const SELDOM_MS = 300_000;

export const notices: { count: number } = $state({ count: 0 });

/** Games of which the user has been told, by what they were then. */
let told: Map<string, string> | null = null;

function notifyOf(games: GameSummary[]): void {
  const now = new Map(games.map((game) => [game.id, game.position]));
  const before = told;
  told = now;
  // The first answer is what was there when the page was opened.
  if (!before || !settings.notify || typeof Notification === 'undefined') return;
  if (Notification.permission !== 'granted' || !document.hidden) return;
  for (const game of games) {
    if (before.get(game.id) === game.position) continue;
    const opponent = game.you === 'white' ? game.black : game.white;
    const options = { body: `Against ${playerName(opponent)}`, tag: game.id, data: `/play/${game.id}` };
    void show(`Your move: ${game.title}`, options);
  }
}

/** Shows a notice that leads to a page. Phones show only those of the service worker. */
async function show(title: string, options: NotificationOptions & { data: string }): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(title, options);
    return;
  }
  const notice = new Notification(title, options);
  notice.onclick = () => {
    window.focus();
    navigate(options.data);
    notice.close();
  };
}

/** Asks from time to time. Returns how to stop. */
export function watchNotices(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  async function ask(): Promise<void> {
    clearTimeout(timer);
    let next = SELDOM_MS;
    if (session.user) {
      try {
        const games = await api<GameSummary[]>('/api/mine?state=current');
        const waiting = awaiting(games);
        notices.count = waiting.length;
        notifyOf(waiting);
        if (games.some((game) => game.clock.kind !== 'live')) next = OFTEN_MS;
      } catch {
        // Asked again later.
      }
    } else {
      notices.count = 0;
      told = null;
    }
    if (!stopped) timer = setTimeout(() => void ask(), next);
  }
  const again = (): void => {
    if (!document.hidden) void ask();
  };
  document.addEventListener('visibilitychange', again);
  const observer = new MutationObserver(showCount);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  $effect(() => {
    void session.user;
    void ask();
  });
  $effect(() => {
    void notices.count;
    showCount();
  });
  return () => {
    stopped = true;
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', again);
  };
}

function showCount(): void {
  const wanted = titleWith(document.title, notices.count);
  if (document.title !== wanted) document.title = wanted;
}

/** Asks the browser whether it may notify. Returns whether it may. */
export async function allowNotices(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return Notification.permission === 'granted';
}
