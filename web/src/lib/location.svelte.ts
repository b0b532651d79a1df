// Where the reader is in the client.

import { match, ours, type Pattern, type Route } from './router';

export type PageName =
  | 'home'
  | 'new'
  | 'lobby'
  | 'play'
  | 'analysis'
  | 'editor'
  | 'learn'
  | 'games'
  | 'user'
  | 'inventors'
  | 'settings'
  | 'about';

const patterns: Pattern<PageName>[] = [
  { name: 'home', path: '/' },
  { name: 'new', path: '/new' },
  { name: 'lobby', path: '/lobby' },
  { name: 'play', path: '/play/:id' },
  { name: 'analysis', path: '/analysis/:id?' },
  { name: 'editor', path: '/editor' },
  { name: 'learn', path: '/learn/:game?' },
  { name: 'games', path: '/games' },
  { name: 'user', path: '/user/:name' },
  { name: 'inventors', path: '/inventors' },
  { name: 'settings', path: '/settings' },
  { name: 'about', path: '/about' },
];

interface Place {
  route: Route<PageName> | null;
  path: string;
  query: URLSearchParams;
}

function here(): Place {
  return {
    route: match(patterns, location.pathname),
    path: location.pathname,
    query: new URLSearchParams(location.search),
  };
}

export const place: Place = $state(here());

function arrive(): void {
  Object.assign(place, here());
}

/** Goes to a page of this client. */
export function go(url: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  arrive();
  if (how === 'push') window.scrollTo(0, 0);
}

/** Changes the address without going anywhere, so that it can be shared. */
export function stamp(url: string): void {
  history.replaceState(null, '', url);
}

/** Takes over clicks on links to this client's own pages. */
export function start(): void {
  window.addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!(link instanceof HTMLAnchorElement) || !link.href || !ours(event, link, location.origin)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
