// How much space boards have: the size of the window, less what pages need for other things.

export const windowSize: { width: number; height: number } = $state({
  width: typeof document === 'undefined' ? 1280 : document.documentElement.clientWidth,
  height: typeof innerHeight === 'undefined' ? 800 : innerHeight,
});

if (typeof window !== 'undefined') {
  window.addEventListener('resize', () => {
    windowSize.width = document.documentElement.clientWidth;
    windowSize.height = window.innerHeight;
  });
}

/** Below this width panels are under the board instead of beside it. */
export const NARROW_PX = 860;
const HEADER_PX = 52;

/** The space for a board with a panel beside it, or under it on narrow screens. */
export function boardSpace(panelPx: number): { width: number; height: number; narrow: boolean } {
  const { width, height } = windowSize;
  const narrow = width < NARROW_PX;
  return narrow
    ? { width: width - 12, height: Math.max(300, height - HEADER_PX - 130), narrow }
    : { width: width - panelPx - 56, height: height - HEADER_PX - 24, narrow };
}
