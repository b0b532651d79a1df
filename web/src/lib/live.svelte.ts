// The client's socket and the state of its connection.

import { Socket, type SocketListener, type WebSocketLike } from './socket';

export const connection = $state({ connected: false, everConnected: false });

export const socket = new Socket(() => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/api/socket`) as unknown as WebSocketLike;
});

/** Listens as `socket.listen` does, and keeps `connection` up to date. */
export function listen(listener: SocketListener): () => void {
  return socket.listen((event) => {
    if (event.t === 'open') {
      connection.connected = true;
      connection.everConnected = true;
    } else if (event.t === 'closed') {
      connection.connected = false;
    }
    listener(event);
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => socket.connectNow());
  // Whoever is offline should know at once, not when the server has been silent for a while.
  window.addEventListener('offline', () => socket.drop());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.connectNow();
  });
}
