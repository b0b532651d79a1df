// What this browser remembers of the engine beside an analysis. A tab remembers whether it is on, so that a reload does not
// stop it, and a new visit does not start it unasked.

const ENGINE_KEY = 'engine-on';
const LINES_KEY = 'engine-lines';
const USUAL_LINES = 3;
export const MOST_LINES = 5;

export function isEngineOn(): boolean {
  try {
    return sessionStorage.getItem(ENGINE_KEY) === 'true';
  } catch {
    return false;
  }
}

export function rememberEngineOn(on: boolean): void {
  try {
    sessionStorage.setItem(ENGINE_KEY, String(on));
  } catch {
    // Without a store, a reload stops the engine.
  }
}

export function lineCount(): number {
  try {
    const stored = Number(localStorage.getItem(LINES_KEY));
    return Number.isInteger(stored) && stored >= 1 && stored <= MOST_LINES ? stored : USUAL_LINES;
  } catch {
    return USUAL_LINES;
  }
}

export function rememberLineCount(count: number): void {
  try {
    localStorage.setItem(LINES_KEY, String(count));
  } catch {
    // Without a store, the next analysis has the usual number.
  }
}
