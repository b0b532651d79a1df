// Does something again that has failed for now: after a delay that grows with each failure.

const DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

export class Retry {
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isClosed = false;

  constructor(private action: () => void) {}

  /** It has failed: it is done again later, once, however often this is said until then. */
  failed(): void {
    if (this.isClosed || this.timer !== null) return;
    const delayMs = DELAYS_MS[Math.min(this.failures, DELAYS_MS.length - 1)] ?? 30_000;
    this.failures += 1;
    // Clients whose requests failed together should not repeat them together.
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.action();
      },
      delayMs * (0.75 + Math.random() / 2),
    );
  }

  /** It has succeeded, or was begun anew: nothing is to be done again. */
  settled(): void {
    this.failures = 0;
    this.cancel();
  }

  /** Nothing is done again any more. */
  close(): void {
    this.isClosed = true;
    this.cancel();
  }

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
