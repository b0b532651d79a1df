// The game that begins when someone accepts a seek. The tab that is looked at opens it; a tab out of sight waits until it is
// shown, and forgets the game if another tab has dealt with it.

/** What a tab does with the game. */
export interface Tab {
  /** Whether a game of one's own goes on here: it must not disappear. */
  isPlaying: () => boolean;
  open: (id: string) => void;
  /** Says that the game has begun. */
  tell: (id: string) => void;
}

/** Whoever comes back later than this may do something else, and the game may have been aborted. */
const LATE_MS = 60_000;

/** Follows the games of seeks. `started` takes each one that begins. */
export function followStarted(tab: Tab): { started: (id: string) => void; stop: () => void } {
  const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hyperrook-started');
  /** The games that tabs have dealt with. */
  const known = new Set<unknown>();
  const waiting: { id: string; sinceMs: number }[] = [];

  const shown = (): void => {
    if (document.hidden) return;
    let hasOpened = false;
    for (const { id, sinceMs } of waiting.splice(0)) {
      if (known.has(id)) continue;
      known.add(id);
      others?.postMessage(id);
      if (hasOpened || tab.isPlaying() || Date.now() - sinceMs > LATE_MS) {
        tab.tell(id);
      } else {
        tab.open(id);
        hasOpened = true;
      }
    }
  };
  if (others) others.onmessage = ({ data }) => known.add(data);
  document.addEventListener('visibilitychange', shown);
  return {
    started: (id) => {
      waiting.push({ id, sinceMs: Date.now() });
      shown();
    },
    stop: () => {
      others?.close();
      document.removeEventListener('visibilitychange', shown);
    },
  };
}
