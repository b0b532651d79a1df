// The signed-in user.

import { api, ApiError, setCsrf, UNREACHABLE } from './api';
import { listen, socket } from './live.svelte';
import { Retry } from './retry';
import { adoptSettings } from './settings.svelte';
import type { OwnAccount, User } from './types';

export const session: { user: User | null; loaded: boolean; failed: boolean } = $state({
  user: null,
  loaded: false,
  failed: false,
});

/** Whether nobody knows who is signed in, because the server could not be asked. */
export function isUserUnknown(): boolean {
  return session.failed && session.user === null;
}

/** The ID of the signed-in user's account; null for guests and if nobody is signed in. */
export function accountId(): string | null {
  return session.user && !session.user.guest ? session.user.id : null;
}

let loading: Promise<void> | null = null;
const loadingAgain = new Retry(() => void refresh());

/**
 * Asks the server for the signed-in user. There is one such request at a time: each one gives a new session to a browser
 * that has none, and the browser might keep a session other than the one whose CSRF token is used.
 */
export function loadMe(): Promise<void> {
  loading ??= load().finally(() => (loading = null));
  return loading;
}

async function load(): Promise<void> {
  try {
    const me = await api<OwnAccount>('/api/me');
    setCsrf(me.csrf);
    // Pages begin anew for another user, not each time that they are shown again.
    if (JSON.stringify(session.user) !== JSON.stringify(me.user)) session.user = me.user;
    session.failed = false;
    loadingAgain.settled();
    adoptSettings(me.settings);
  } catch {
    session.failed = true;
    loadingAgain.failed();
  }
  session.loaded = true;
}

/** The other tabs of this browser, which have the same session. */
let otherTabs: BroadcastChannel | null = null;

async function userChanged(): Promise<void> {
  await loadMe();
  socket.reopen();
  otherTabs?.postMessage('changed');
}

/** Loads the user again; the socket is opened anew for another one. */
async function refresh(): Promise<void> {
  const before = session.user?.id;
  await loadMe();
  if (session.user?.id !== before) socket.reopen();
}

/**
 * Keeps the user up to date when another tab signs in or out, and when this page is shown again: the session may have
 * ended meanwhile. Asks again at once when the server can be reached again. Returns a function that stops it.
 */
export function followSession(): () => void {
  const shown = (): void => {
    if (!document.hidden) void refresh();
  };
  otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hyperrook-session');
  if (otherTabs) otherTabs.onmessage = () => void refresh();
  document.addEventListener('visibilitychange', shown);
  const stopListening = listen((message) => {
    if (message.t === 'open' && session.failed) void loadMe();
  });
  return () => {
    stopListening();
    otherTabs?.close();
    otherTabs = null;
    document.removeEventListener('visibilitychange', shown);
  };
}

export async function register(name: string, password: string): Promise<void> {
  await api('/api/register', { body: { name, password } });
  await userChanged();
}

export async function login(name: string, password: string): Promise<void> {
  await api('/api/login', { body: { name, password } });
  await userChanged();
}

export async function logout(everywhere = false): Promise<void> {
  await api(everywhere ? '/api/logout-everywhere' : '/api/logout', { method: 'POST' });
  await userChanged();
}

/** Makes the user a guest if nobody is signed in. */
export async function ensureUser(): Promise<void> {
  if (!session.loaded || isUserUnknown()) await loadMe();
  if (session.user) return;
  // Somebody may be signed in: a guest would take the place of the account.
  if (session.failed) throw new ApiError(0, 'offline', UNREACHABLE);
  await api('/api/guest', { method: 'POST' });
  await userChanged();
}
