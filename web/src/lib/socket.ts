// The socket to the server. It reconnects by itself, measures the lag and the server's clock, and passes messages to its
// listeners. At each `open` the listeners subscribe again.

import type { ClientMessage, ServerMessage } from './messages';

export type Heard = ServerMessage | { t: 'open' } | { t: 'closed' };
type Listener = (message: Heard) => void;

/** The part of WebSocket that is used here, so that tests can replace it. */
export interface Wire {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

const OPEN = 1;
const PING_MS = 5_000;
/** A connection that is silent for this long is closed. */
const SILENCE_MS = 12_000;
const WAITS_MS = [300, 1_000, 2_000, 4_000, 8_000];

export class Socket {
  private wire: Wire | null = null;
  private listeners = new Set<Listener>();
  private attempts = 0;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private beat: ReturnType<typeof setInterval> | null = null;
  private heardAt = 0;
  private pings = new Map<number, number>();
  private serial = 0;
  /** The round-trip time of the last ping. */
  lagMs = 0;
  /** The server's clock minus the clock of this machine. */
  offsetMs = 0;
  private bestMs = Infinity;

  constructor(
    private open: () => Wire,
    private now: () => number = () => Date.now(),
  ) {}

  /** The server's time. */
  serverMs(): number {
    return this.now() + this.offsetMs;
  }

  get connected(): boolean {
    return this.wire?.readyState === OPEN;
  }

  /** Listens until the function that is returned is called. The first listener opens the socket. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.wire === null && this.retry === null) this.connect();
    else if (this.connected) queueMicrotask(() => this.listeners.has(listener) && listener({ t: 'open' }));
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Sends a message. Returns false if there is no connection; nothing is queued. */
  send(message: ClientMessage): boolean {
    if (this.wire?.readyState !== OPEN) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  /** Reconnects at once, for instance when the network is back. */
  hurry(): void {
    if (this.connected || this.listeners.size === 0) return;
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
    if (this.wire === null) this.connect();
  }

  /** Closes and reopens the connection after signing in or out: a connection belongs to one user. */
  renew(): void {
    if (this.wire) this.wire.close();
  }

  private connect(): void {
    this.retry = null;
    const wire = this.open();
    this.wire = wire;
    wire.onopen = () => {
      this.attempts = 0;
      this.bestMs = Infinity;
      this.heardAt = this.now();
      this.beat = setInterval(() => this.ping(), PING_MS);
      this.tell({ t: 'open' });
      this.ping();
    };
    wire.onmessage = (event) => {
      this.heardAt = this.now();
      const message = parse(event.data);
      if (message?.t === 'pong') this.pong(message.n, message.now);
      if (message) this.tell(message);
    };
    wire.onclose = () => {
      if (this.wire !== wire) return;
      this.wire = null;
      if (this.beat !== null) clearInterval(this.beat);
      this.beat = null;
      this.pings.clear();
      this.tell({ t: 'closed' });
      const wait = WAITS_MS[Math.min(this.attempts, WAITS_MS.length - 1)] ?? 8_000;
      this.attempts += 1;
      // Clients that lost the connection together should not reconnect together.
      this.retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
    };
  }

  private ping(): void {
    if (this.now() - this.heardAt > SILENCE_MS) {
      const wire = this.wire;
      wire?.close();
      // On a dead network, closing may take minutes. Do not wait for it.
      wire?.onclose?.();
      return;
    }
    const n = this.serial++;
    this.pings.set(n, this.now());
    this.send({ t: 'ping', n });
  }

  private pong(n: number, now: string): void {
    const sent = this.pings.get(n);
    if (sent === undefined) return;
    this.pings.delete(n);
    this.lagMs = this.now() - sent;
    // The fastest answer measures the server's clock best.
    if (this.lagMs <= this.bestMs) {
      this.bestMs = this.lagMs;
      this.offsetMs = Date.parse(now) + this.lagMs / 2 - this.now();
    }
  }

  private tell(message: Heard): void {
    for (const listener of [...this.listeners]) listener(message);
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
