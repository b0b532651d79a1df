// How large boards can be: the window's size, and what pages keep for other things.

export const win: { width: number; height: number } = $state({
  width: typeof document === 'undefined' ? 1280 : document.documentElement.clientWidth,
  height: typeof innerHeight === 'undefined' ? 800 : innerHeight,
});

if (typeof window !== 'undefined') {
  window.addEventListener('resize', () => {
    win.width = document.documentElement.clientWidth;
    win.height = window.innerHeight;
  });
}

/** Below this width panels stand under the board instead of beside it. */
export const NARROW_PX = 860;
const HEADER_PX = 52;

/** The room for a board with a panel beside it, or above one. */
export function boardRoom(panelPx: number): { width: number; height: number; narrow: boolean } {
  const narrow = win.width < NARROW_PX;
  return narrow
    ? { width: win.width - 12, height: Math.max(300, win.height - HEADER_PX - 130), narrow }
    : { width: win.width - panelPx - 56, height: win.height - HEADER_PX - 24, narrow };
}
