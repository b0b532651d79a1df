// A small router: which page an address leads to.

export interface Route<Name extends string> {
  name: Name;
  params: Record<string, string>;
}

export interface Pattern<Name extends string> {
  name: Name;
  /** Such as `/play/:id` or `/analysis/:id?`. */
  path: string;
}

/** The first pattern that matches a path, or null. A slash at the end makes no difference. */
export function match<Name extends string>(patterns: Pattern<Name>[], path: string): Route<Name> | null {
  const parts = split(path);
  for (const pattern of patterns) {
    const params = matchParts(split(pattern.path), parts);
    if (params) return { name: pattern.name, params };
  }
  return null;
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | null {
  if (parts.length > pattern.length) return null;
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i];
    if (!expected.startsWith(':')) {
      if (part !== expected) return null;
      continue;
    }
    const optional = expected.endsWith('?');
    if (part === undefined) {
      if (!optional) return null;
      continue;
    }
    const value = decode(part);
    if (value === null) return null;
    params[expected.slice(1, optional ? -1 : undefined)] = value;
  }
  return params;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Whether the router handles a click on a link: an ordinary click on a link from the page `here` to another page of this
 * client. The browser itself goes to a place on the same page.
 */
export function isInternalLink(
  event: MouseEvent,
  link: HTMLAnchorElement,
  here: Pick<Location, 'origin' | 'pathname' | 'search'>,
): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target && link.target !== '_self') return false;
  if (link.hasAttribute('download')) return false;
  if (link.origin !== here.origin) return false;
  if (link.hash && link.pathname === here.pathname && link.search === here.search) return false;
  return !link.pathname.startsWith('/api/') && link.pathname !== '/api-docs';
}
