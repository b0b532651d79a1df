// The socket to the server. It reconnects by itself, measures the lag and the server's clock, and passes messages to its
// listeners. At each `open` the listeners subscribe again.

import type { ClientMessage, ServerMessage } from './types';

/** A message of the server, or a change of the connection. */
export type SocketEvent = ServerMessage | { t: 'open' } | { t: 'closed' };
export type SocketListener = (event: SocketEvent) => void;

/** The part of WebSocket that is used here, so that tests can replace it. */
export interface WebSocketLike {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

const OPEN = 1;
const PING_MS = 5_000;
/** A connection on which nothing arrives for this long is closed. */
const SILENCE_MS = 12_000;
const RETRY_DELAYS_MS = [300, 1_000, 2_000, 4_000, 8_000];

export class Socket {
  private webSocket: WebSocketLike | null = null;
  private listeners = new Set<SocketListener>();
  private attempts = 0;
  private retryTimer: ReturnType<typeof setTimeout> | null = null;
  private pingTimer: ReturnType<typeof setInterval> | null = null;
  private lastMessageMs = 0;
  /** When each ping that has no answer yet was sent, by its number. */
  private pings = new Map<number, number>();
  private serial = 0;
  /** The round-trip time of the last ping. */
  lagMs = 0;
  /** The server's clock minus the clock of this machine. */
  offsetMs = 0;
  /** The shortest round-trip time of this connection. */
  private shortestLagMs = Infinity;

  constructor(
    private open: () => WebSocketLike,
    private now: () => number = () => Date.now(),
  ) {}

  /** The server's time. */
  serverMs(): number {
    return this.now() + this.offsetMs;
  }

  get connected(): boolean {
    return this.webSocket?.readyState === OPEN;
  }

  /** Adds a listener, and returns a function that removes it. The first listener opens the socket. */
  listen(listener: SocketListener): () => void {
    this.listeners.add(listener);
    if (this.webSocket === null && this.retryTimer === null) this.connect();
    else if (this.connected) queueMicrotask(() => this.listeners.has(listener) && listener({ t: 'open' }));
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Sends a message. Returns false if there is no connection; nothing is queued. */
  send(message: ClientMessage): boolean {
    if (this.webSocket?.readyState !== OPEN) return false;
    this.webSocket.send(JSON.stringify(message));
    return true;
  }

  /** Does not wait for the next attempt to connect, for instance when the network is back. */
  connectNow(): void {
    if (this.connected || this.listeners.size === 0) return;
    if (this.retryTimer !== null) clearTimeout(this.retryTimer);
    this.retryTimer = null;
    if (this.webSocket === null) this.connect();
  }

  /** Treats the connection as lost, because the network is. Closing may take minutes on a dead network: this does not wait. */
  drop(): void {
    const webSocket = this.webSocket;
    webSocket?.close();
    webSocket?.onclose?.();
  }

  /** Closes and reopens the connection after signing in or out: a connection belongs to one user. */
  reopen(): void {
    if (this.webSocket) this.webSocket.close();
  }

  private connect(): void {
    this.retryTimer = null;
    const webSocket = this.open();
    this.webSocket = webSocket;
    webSocket.onopen = () => {
      this.attempts = 0;
      this.shortestLagMs = Infinity;
      this.lastMessageMs = this.now();
      this.pingTimer = setInterval(() => this.ping(), PING_MS);
      this.emit({ t: 'open' });
      this.ping();
    };
    webSocket.onmessage = (event) => {
      this.lastMessageMs = this.now();
      const message = parse(event.data);
      if (message?.t === 'pong' && typeof message.n === 'number') this.pong(message.n, message.now);
      if (message) this.emit(message);
    };
    webSocket.onclose = () => {
      if (this.webSocket !== webSocket) return;
      this.webSocket = null;
      if (this.pingTimer !== null) clearInterval(this.pingTimer);
      this.pingTimer = null;
      this.pings.clear();
      this.emit({ t: 'closed' });
      const delayMs = RETRY_DELAYS_MS[Math.min(this.attempts, RETRY_DELAYS_MS.length - 1)] ?? 8_000;
      this.attempts += 1;
      // Clients that lost the connection together should not reconnect together.
      this.retryTimer = setTimeout(() => this.connect(), delayMs * (0.75 + Math.random() / 2));
    };
  }

  private ping(): void {
    if (this.now() - this.lastMessageMs > SILENCE_MS) {
      this.drop();
      return;
    }
    const n = this.serial++;
    this.pings.set(n, this.now());
    this.send({ t: 'ping', n });
  }

  private pong(n: number, serverTime: string): void {
    const sentMs = this.pings.get(n);
    if (sentMs === undefined) return;
    this.pings.delete(n);
    this.lagMs = this.now() - sentMs;
    // The fastest answer measures the server's clock best.
    const offsetMs = Date.parse(serverTime) + this.lagMs / 2 - this.now();
    // Each is off by at most half its lag. If they differ by more, the clock of this device was set.
    const isClockSet = Math.abs(offsetMs - this.offsetMs) > (this.lagMs + this.shortestLagMs) / 2 + 100;
    if (this.lagMs <= this.shortestLagMs || isClockSet) {
      this.shortestLagMs = this.lagMs;
      this.offsetMs = offsetMs;
    }
  }

  private emit(event: SocketEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}

function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null && 't' in message
      ? (message as ServerMessage)
      : null;
  } catch {
    return null;
  }
}

/** A unique key for an action, so that sending it twice does it once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
}
