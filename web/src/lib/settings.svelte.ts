// Preferences. The browser stores them, and the server stores them with the account, if there is one.

import { api } from './api';

export type Theme = 'system' | 'light' | 'dark';
export const BOARD_THEMES = ['paper', 'wood', 'slate', 'meadow', 'contrast'] as const;
export const PIECE_SETS = ['outlined', 'solid'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];

export const REPLY_MS = [0, 400, 550, 700] as const;

export interface Settings {
  theme: Theme;
  board_colours: (typeof BOARD_THEMES)[number];
  pieces: PieceSet;
  sounds: boolean;
  animation: boolean;
  premove: boolean;
  /** Moves need a second click. */
  confirm: boolean;
  /** Pointing at a cell shows its attackers and defenders. */
  attackers: boolean;
  /** The last move has an arrow, not only coloured cells. */
  last_arrow: boolean;
  /** How long the computer's reply waits at least, so that one sees it happen. */
  reply_ms: (typeof REPLY_MS)[number];
  /** The browser notifies of moves in games by correspondence. */
  notify: boolean;
  /** The boards (by kind and size, as `grid 9x21x1`) that are rotated by 90 degrees. */
  turned: Record<string, boolean>;
}

const STORAGE_KEY = 'settings';

function defaults(): Settings {
  return {
    theme: 'system',
    board_colours: 'paper',
    pieces: 'outlined',
    sounds: true,
    animation: true,
    premove: true,
    confirm: false,
    attackers: true,
    last_arrow: true,
    reply_ms: 550,
    notify: false,
    turned: {},
  };
}

/** Reads stored settings. Fields that are missing or not valid get their defaults. */
export function parseSettings(stored: unknown): Settings {
  const result = defaults();
  if (typeof stored !== 'object' || stored === null) return result;
  const from = stored as Partial<Record<keyof Settings, unknown>>;
  if (from.theme === 'light' || from.theme === 'dark') result.theme = from.theme;
  const board = BOARD_THEMES.find((name) => name === from.board_colours);
  if (board) result.board_colours = board;
  const pieces = PIECE_SETS.find((name) => name === from.pieces);
  if (pieces) result.pieces = pieces;
  for (const key of [
    'sounds',
    'animation',
    'premove',
    'confirm',
    'attackers',
    'last_arrow',
    'notify',
  ] as const) {
    const value = from[key];
    if (typeof value === 'boolean') result[key] = value;
  }
  const reply = REPLY_MS.find((ms) => ms === from.reply_ms);
  if (reply !== undefined) result.reply_ms = reply;
  if (typeof from.turned === 'object' && from.turned !== null) {
    for (const [name, value] of Object.entries(from.turned)) {
      if (typeof value === 'boolean') result.turned[name] = value;
    }
  }
  return result;
}

function storedSettings(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}

export const settings: Settings = $state(
  parseSettings(typeof localStorage === 'undefined' ? null : storedSettings()),
);

/** Takes over the settings of the account after signing in. */
export function adoptSettings(from: unknown): void {
  if (typeof from === 'object' && from !== null && Object.keys(from).length > 0) {
    Object.assign(settings, parseSettings(from));
    saveSettings();
  }
}

let timer: ReturnType<typeof setTimeout> | null = null;

/** Stores the settings after a change, and shortly afterwards sends those of an account to the server. */
export function saveSettings(hasAccount = false): void {
  const copy = $state.snapshot(settings);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(copy));
    localStorage.setItem('theme', copy.theme);
  } catch {
    // Storage may be blocked or full. The settings hold until the page is closed.
  }
  showTheme();
  if (!hasAccount) return;
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    api('/api/me/settings', { method: 'PUT', body: copy }).catch(() => {
      // The browser has them. They are sent again with the next change.
    });
  }, 800);
}

/** Applies the theme to the page. */
export function showTheme(): void {
  const dark =
    settings.theme === 'dark' ||
    (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
