// The signed-in user.

import { api, setCsrf } from './api';
import { socket } from './live.svelte';
import { adopt } from './settings.svelte';
import type { Me, User } from './types';

export const session: { user: User | null; loaded: boolean; failed: boolean } = $state({
  user: null,
  loaded: false,
  failed: false,
});

let asking: Promise<void> | null = null;

/**
 * Asks the server for the signed-in user. Requests are not made in parallel: each gives a browser without a session
 * a new one, and the wrong one might stay.
 */
export function loadMe(): Promise<void> {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

async function ask(): Promise<void> {
  try {
    const me = await api<Me>('/api/me');
    setCsrf(me.csrf);
    session.user = me.user;
    session.failed = false;
    adopt(me.settings);
  } catch {
    session.failed = true;
  }
  session.loaded = true;
}

async function changed(): Promise<void> {
  await loadMe();
  socket.renew();
}

export async function register(name: string, password: string): Promise<void> {
  await api('/api/register', { body: { name, password } });
  await changed();
}

export async function login(name: string, password: string): Promise<void> {
  await api('/api/login', { body: { name, password } });
  await changed();
}

export async function logout(everywhere = false): Promise<void> {
  await api(everywhere ? '/api/logout-everywhere' : '/api/logout', { method: 'POST' });
  await changed();
}

/** Makes the reader a guest if nobody is signed in. */
export async function ensureUser(): Promise<void> {
  if (!session.loaded) await loadMe();
  if (session.user) return;
  await api('/api/guest', { method: 'POST' });
  await changed();
}
