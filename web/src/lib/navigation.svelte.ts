// Navigation: the page that the address names, and going to another one.

import { isInternalLink, match, type Pattern, type Route } from './router';

export type PageName =
  | 'home'
  | 'new'
  | 'lobby'
  | 'play'
  | 'analysis'
  | 'editor'
  | 'learn'
  | 'lesson'
  | 'puzzles'
  | 'games'
  | 'live'
  | 'leaders'
  | 'user'
  | 'inventors'
  | 'published'
  | 'invented'
  | 'measured'
  | 'playtests'
  | 'playtest'
  | 'definitions'
  | 'playtesting'
  | 'tutorial'
  | 'settings'
  | 'about'
  | 'privacy';

const patterns: Pattern<PageName>[] = [
  { name: 'home', path: '/' },
  { name: 'new', path: '/new' },
  { name: 'lobby', path: '/lobby' },
  { name: 'play', path: '/play/:id' },
  { name: 'analysis', path: '/analysis/:id?' },
  { name: 'editor', path: '/editor' },
  { name: 'learn', path: '/learn/:game?' },
  { name: 'lesson', path: '/lesson/:game' },
  { name: 'puzzles', path: '/puzzles/:game?' },
  { name: 'games', path: '/games' },
  { name: 'live', path: '/live' },
  { name: 'leaders', path: '/leaders/:game?' },
  { name: 'user', path: '/user/:name' },
  { name: 'inventors', path: '/inventors' },
  { name: 'published', path: '/invented' },
  { name: 'invented', path: '/invented/:hash' },
  { name: 'measured', path: '/measured/:game' },
  { name: 'playtests', path: '/playtests' },
  { name: 'playtest', path: '/playtests/:id' },
  { name: 'definitions', path: '/docs/definitions' },
  { name: 'playtesting', path: '/docs/playtesting' },
  { name: 'tutorial', path: '/docs/invent' },
  { name: 'settings', path: '/settings' },
  { name: 'about', path: '/about' },
  { name: 'privacy', path: '/privacy' },
];

interface PageLocation {
  /** Null if no page has this address. */
  route: Route<PageName> | null;
  path: string;
  query: URLSearchParams;
  /** Counts the pages that were opened: by a link, by going back, or in place of another. */
  opened: number;
}

function readLocation(): Omit<PageLocation, 'opened'> {
  return {
    route: match(patterns, location.pathname),
    path: location.pathname,
    query: new URLSearchParams(location.search),
  };
}

export const currentLocation: PageLocation = $state({ ...readLocation(), opened: 0 });

/** The address as it was set or read last: browsers fire `popstate` for a place on the same page, too. */
let address = location.pathname + location.search;

function update(isSamePage = false): void {
  address = location.pathname + location.search;
  const now = readLocation();
  const opens = !isSamePage && now.path !== currentLocation.path;
  Object.assign(currentLocation, now);
  if (opens) currentLocation.opened += 1;
}

/**
 * Goes to a page of this client: `push` to another one, `replace` to one that takes the place of this one, so that Back skips
 * this one, `adjust` to this one with something else chosen on it.
 */
export function navigate(url: string, how: 'push' | 'replace' | 'adjust' = 'push'): void {
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  update(how === 'adjust');
  if (how !== 'adjust') window.scrollTo(0, 0);
}

/** Changes the address without loading anything, so that the current state can be shared. */
export function replaceUrl(url: string): void {
  history.replaceState(null, '', url);
  address = location.pathname + location.search;
}

/** Starts to handle clicks on links to this client's own pages. */
export function startNavigation(): void {
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== address) update();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!(link instanceof HTMLAnchorElement) || !link.href) return;
    if (!isInternalLink(event, link, location)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}
