// Navigation: the page that the address names, and going to another one.

import pages from './pages.json';
import { isInternalLink, match, type Pattern, type Route } from './router';

export type PageName = keyof typeof pages;

/** The addresses of all pages. The server reads the same file, and answers other addresses with the status 404. */
export const patterns = Object.entries(pages).map(([name, path]) => ({ name, path })) as Pattern<PageName>[];

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
