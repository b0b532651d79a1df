// A cache of requests: the least recently used are dropped first, and failures are not kept.

export class Cache<T> {
  private kept = new Map<string, Promise<T>>();

  constructor(private most: number) {}

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const asked = ask();
    this.kept.set(key, asked);
    asked.catch(() => this.kept.delete(key));
    for (const old of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(old);
    }
    return asked;
  }
}
