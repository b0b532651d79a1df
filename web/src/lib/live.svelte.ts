// The client's socket and its connection state.

import { Socket, type Wire } from './socket';

export const net = $state({ connected: false, ever: false });

export const socket = new Socket(() => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/api/socket`) as unknown as Wire;
});

/** Listens as `socket.listen` does, and keeps `net` up to date. */
export function listen(listener: Parameters<Socket['listen']>[0]): () => void {
  return socket.listen((message) => {
    if (message.t === 'open') {
      net.connected = true;
      net.ever = true;
    } else if (message.t === 'closed') {
      net.connected = false;
    }
    listener(message);
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => socket.hurry());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.hurry();
  });
}
