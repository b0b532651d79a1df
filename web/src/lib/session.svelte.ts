// The signed-in user.

import { api, setCsrf } from './api';
import { socket } from './live.svelte';
import { adoptSettings } from './settings.svelte';
import type { OwnAccount, User } from './types';

export const session: { user: User | null; loaded: boolean; failed: boolean } = $state({
  user: null,
  loaded: false,
  failed: false,
});

/** The ID of the signed-in user's account; null for guests and if nobody is signed in. */
export function accountId(): string | null {
  return session.user && !session.user.guest ? session.user.id : null;
}

let loading: Promise<void> | null = null;

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
    session.user = me.user;
    session.failed = false;
    adoptSettings(me.settings);
  } catch {
    session.failed = true;
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
 * ended meanwhile. Returns a function that stops it.
 */
export function followSession(): () => void {
  const shown = (): void => {
    if (!document.hidden) void refresh();
  };
  otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hyperrook-session');
  if (otherTabs) otherTabs.onmessage = () => void refresh();
  document.addEventListener('visibilitychange', shown);
  return () => {
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
  if (!session.loaded) await loadMe();
  if (session.user) return;
  await api('/api/guest', { method: 'POST' });
  await userChanged();
}
