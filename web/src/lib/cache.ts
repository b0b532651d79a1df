// A cache of requests. When it is full, it drops the least recently used one. Requests that fail are not cached.

export class Cache<T> {
  private entries = new Map<string, Promise<T>>();

  constructor(private capacity: number) {}

  get(key: string, request: () => Promise<T>): Promise<T> {
    const cached = this.entries.get(key);
    if (cached) {
      this.entries.delete(key);
      this.entries.set(key, cached);
      return cached;
    }
    const requested = request();
    this.entries.set(key, requested);
    requested.catch(() => {
      // It may have been forgotten and asked for again meanwhile.
      if (this.entries.get(key) === requested) this.entries.delete(key);
    });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) break;
      this.entries.delete(oldest);
    }
    return requested;
  }

  /** Forgets an answer, so that it is asked for again. */
  delete(key: string): void {
    this.entries.delete(key);
  }
}
