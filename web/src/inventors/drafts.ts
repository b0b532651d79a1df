// Texts of definitions that are not saved on the server: the one in the field, and those that gave way to another text.
// Every tab has a text of its own, which it has again when it is reloaded. A new tab begins with the last text of all tabs.

export interface Draft {
  text: string;
  /** Whether it differs from the example or the stored version that it began with. */
  unsaved: boolean;
  /** The hash of the stored version that it began with; empty if there is none. */
  from: string;
}

/** The key of the text in the field, in the tab and in the browser. */
const CURRENT = 'definition';
/** The key of the texts that gave way, in the browser. */
const ASIDE = 'definitions-aside';
/** The texts that gave way and are kept. */
const MOST_ASIDE = 5;

/** The part of `Storage` that is used here. */
type Store = Pick<Storage, 'getItem' | 'setItem'>;

export interface Stores {
  tab: Store;
  browser: Store;
}

function isDraft(it: unknown): it is Draft {
  return typeof it === 'object' && it !== null && 'text' in it && typeof it.text === 'string';
}

/** Reads what `Drafts.keep` wrote, or the text alone, as it was kept once. */
function parse(kept: string | null): Draft | null {
  if (kept === null) return null;
  try {
    const read: unknown = JSON.parse(kept);
    if (isDraft(read)) return { text: read.text, unsaved: read.unsaved, from: read.from };
  } catch {
    // It is a text.
  }
  return { text: kept, unsaved: true, from: '' };
}

export class Drafts {
  /** `stores` gives the storage of the browser, which may be blocked or full: then nothing is kept. */
  constructor(
    private readonly stores: () => Stores = () => ({ tab: sessionStorage, browser: localStorage }),
  ) {}

  private attempt<T>(action: (stores: Stores) => T, otherwise: T): T {
    try {
      return action(this.stores());
    } catch {
      return otherwise;
    }
  }

  /** The text of this tab when it was last open; null in a new tab. */
  ofTab(): Draft | null {
    return this.attempt(({ tab }) => parse(tab.getItem(CURRENT)), null);
  }

  /** The last text of any tab. */
  last(): Draft | null {
    return this.attempt(({ browser }) => parse(browser.getItem(CURRENT)), null);
  }

  keep(draft: Draft): void {
    const kept = JSON.stringify(draft);
    this.attempt(({ tab }) => tab.setItem(CURRENT, kept), undefined);
    this.attempt(({ browser }) => browser.setItem(CURRENT, kept), undefined);
  }

  /** The texts that gave way to others, the last one first. */
  aside(): Draft[] {
    return this.attempt(({ browser }) => {
      const read: unknown = JSON.parse(browser.getItem(ASIDE) ?? '[]');
      return Array.isArray(read) ? read.filter(isDraft) : [];
    }, []);
  }

  /** Keeps a text that gives way to another. */
  putAside(draft: Draft): Draft[] {
    const others = this.aside().filter((it) => it.text !== draft.text);
    return this.setAside([draft, ...others].slice(0, MOST_ASIDE));
  }

  /** Forgets a text that gave way: it is back, or nobody wants it. */
  forget(draft: Draft): Draft[] {
    return this.setAside(this.aside().filter((it) => it.text !== draft.text));
  }

  private setAside(drafts: Draft[]): Draft[] {
    this.attempt(({ browser }) => browser.setItem(ASIDE, JSON.stringify(drafts)), undefined);
    return drafts;
  }
}

/** The title that a definition gives its game; empty if it gives none. */
export function titleOf(text: string): string {
  return /^title\s*=\s*"(.*)"/m.exec(text)?.[1] ?? '';
}
