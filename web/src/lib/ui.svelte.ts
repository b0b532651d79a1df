// Dialogs and short messages that any page can show.

/** Where a message leads. */
interface NoticeLink {
  href: string;
  text: string;
}

export const ui: {
  dialog: 'login' | 'register' | null;
  /** What was asked for without an account, and is done when the person has registered or signed in. */
  afterSignIn: (() => void) | null;
  /** Why an account is needed, in a sentence; empty if nobody asked for one. */
  reason: string;
  /** The list of keys is open. */
  keys: boolean;
  notice: { text: string; isError: boolean; serial: number; link: NoticeLink | null } | null;
  /** A game of one's own goes on on the page shown. */
  isPlaying: boolean;
  /** A new version of the client is there: this one should be reloaded. */
  outdated: boolean;
  /** How often the page was begun anew, because something on it could not be loaded. */
  reloads: number;
} = $state({
  dialog: null,
  afterSignIn: null,
  reason: '',
  keys: false,
  notice: null,
  isPlaying: false,
  outdated: false,
  reloads: 0,
});

/** Begins the page shown anew. */
export function reloadPage(): void {
  ui.reloads += 1;
}

let serial = 0;

/** Shows a short message for some seconds; one with a link stays longer. */
export function notify(text: string, isError = false, link: NoticeLink | null = null): void {
  ui.notice = { text, isError, serial: ++serial, link };
}

/** Asks for an account, saying why, and then does what needs one. */
export function withAccount(reason: string, action: () => void): void {
  ui.reason = reason;
  ui.afterSignIn = action;
  ui.dialog = 'register';
}

/** Copies a text to the clipboard, and says so. `what` names the text, with a capital. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} copied.`);
  } catch {
    notify('Your browser does not let this page copy text. Select and copy it yourself.', true);
  }
}
