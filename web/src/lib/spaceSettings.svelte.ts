// Preferences of the 3D view and of related cells. The browser keeps them.

const STORAGE_KEY = 'space';

/** `related`: which related cells are marked: `off`, `all` or the name of a relation. */
export const spaceSettings: { related: string } = $state({ related: 'off', ...stored() });

function stored(): { related?: string } {
  try {
    const from: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof from === 'object' && from !== null && 'related' in from && typeof from.related === 'string')
      return { related: from.related };
  } catch {
    // There is no storage, or it holds something else.
  }
  return {};
}

export function saveSpaceSettings(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(spaceSettings));
  } catch {
    // Storage may be blocked or full. The choice holds until the page is closed.
  }
}
