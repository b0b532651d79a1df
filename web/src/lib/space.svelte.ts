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
/** Up to this width or height, a game that is played has the whole screen: the header of the site is not shown. */
const PHONE_PX = 560;

/** Whether the screen is that of a phone. */
export function isPhone(): boolean {
  return windowSize.width < PHONE_PX;
}

/** Whether the screen is low and wide: a phone held sideways, or a desktop at a zoom of 200 %. */
export function isLow(): boolean {
  return !isPhone() && windowSize.height < PHONE_PX;
}

/** The space for a board with a panel beside it, or under it on narrow screens. */
export function boardSpace(panelPx: number): { width: number; height: number; narrow: boolean } {
  const { width, height } = windowSize;
  const narrow = width < NARROW_PX;
  return narrow
    ? { width: width - 12, height: Math.max(300, height - HEADER_PX - 130), narrow }
    : { width: width - panelPx - 56, height: height - HEADER_PX - 24, narrow };
}

/** On a low screen, the panel beside the board at least, and the gaps around both. */
const LOW_PX = { panel: 272, gaps: 26 };

/** The space for a board on a low screen, where a page without the header of the site has its panel beside it. */
export function lowSpace(): { width: number; height: number; narrow: boolean } {
  const { width, height } = windowSize;
  return { width: width - LOW_PX.panel - LOW_PX.gaps, height: height - 8, narrow: false };
}

/** A place beside the board is as wide as this at least and at most. */
const SIDE_PX = { least: 230, most: 340 };

/** The width of a place on the other side of the board, if the board and its panel leave enough; otherwise 0. */
export function sideSpace(boardPx: number, panelPx: number): number {
  if (windowSize.width < NARROW_PX || boardPx === 0) return 0;
  const left = windowSize.width - boardPx - panelPx - 72;
  return left < SIDE_PX.least ? 0 : Math.min(left, SIDE_PX.most);
}

/** A place under the board is as high as this at least, in pixels. */
const UNDER_PX = 170;

/** The height of a place under the board, if there is none beside it and the board leaves enough; otherwise 0. */
export function underSpace(boardHeightPx: number, sidePx: number): number {
  if (windowSize.width < NARROW_PX || boardHeightPx === 0 || sidePx > 0) return 0;
  const left = windowSize.height - HEADER_PX - 36 - boardHeightPx;
  return left < UNDER_PX ? 0 : left;
}
