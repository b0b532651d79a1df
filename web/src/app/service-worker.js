// The service worker: the client, the rules and the lessons without a connection. The build puts the version and the list
// of files in front (`app.ts`), so that a new client has a new service worker, which replaces the cached files.
/* global VERSION, FILES */

const CLIENT = `client-${VERSION}`;
/** The rules and lessons of the games, which stay. */
const RULES = 'rules-1';
/** Other answers, of which the oldest go. */
const ANSWERS = 'answers-1';
/** What is read without a connection: the games, their rules, exercises and lessons. */
const READ = /^\/api\/(games|learn|lessons)(\/|$)/;
/** Questions about the rules whose answers never change. */
const ASKED = /^\/api\/rules\/(explain|view|attackers)$/;
const MOST_ANSWERS = 400;
/** How long a window may take to say which page it shows. */
const ANSWER_MS = 300;
/** Pages that work without a connection. */
const PAGES = /^\/(learn|lesson|docs|about|privacy|settings)(\/|$)/;

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CLIENT);
    await cache.addAll(FILES);
    // The old client goes on with the files that it has loaded, and is told to reload.
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  const replace = async () => {
    for (const name of await caches.keys()) {
      if (![CLIENT, RULES, ANSWERS].includes(name)) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(replace());
});

// The page asks for this when it has nothing else to do.
self.addEventListener('message', (event) => {
  if (event.data === 'keep the rules') event.waitUntil(keepRules().catch(() => undefined));
});

/** Keeps the rules and lessons of all games, if they are not there yet. Those that are read later are brought up to date. */
async function keepRules() {
  const cache = await caches.open(RULES);
  const list = async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) return [];
    await cache.put(path, answer.clone());
    return answer.json();
  };
  const games = await list('/api/games');
  const lessons = await list('/api/lessons');
  const paths = [
    ...games.map(({ name }) => `/api/games/${encodeURIComponent(name)}`),
    ...lessons.map(({ game }) => `/api/learn/${encodeURIComponent(game)}/lesson`),
  ];
  for (const path of paths) {
    if (await cache.match(path, { ignoreVary: true })) continue;
    const answer = await fetch(path);
    if (answer.ok) await cache.put(path, answer);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname));
  else if (request.method === 'POST' && ASKED.test(pathname)) event.respondWith(asked(request));
  else if (request.method !== 'GET') return;
  else if (READ.test(pathname))
    event.respondWith(networkFirst(request, request.url, search === '' ? RULES : ANSWERS));
  else if (pathname.startsWith('/assets/') || FILES.includes(pathname))
    event.respondWith(file(request, pathname));
});

/** What a cache has, or all of them have; nothing if the browser's storage does not work. */
async function kept(key, cacheName) {
  try {
    return await caches.match(key, { ignoreVary: true, ...(cacheName && { cacheName }) });
  } catch {
    return undefined;
  }
}

/** Keeps an answer. Of the answers that do not stay, the oldest go. */
async function keep(key, answer, name) {
  const cache = await caches.open(name);
  await cache.put(key, answer);
  if (name !== ANSWERS) return;
  const keys = await cache.keys();
  const extra = Math.max(0, keys.length - MOST_ANSWERS);
  for (const oldest of keys.slice(0, extra)) await cache.delete(oldest);
}

/** The server's page; without a connection, the client for pages that can be read, and a note for the others. */
async function page(request, pathname) {
  try {
    return await fetch(request);
  } catch {
    return (await kept(PAGES.test(pathname) ? '/' : '/offline.html')) ?? Response.error();
  }
}

/** A file of the client. The names of assets contain a hash, so those in the cache are right. */
async function file(request, pathname) {
  const cached = await kept(request);
  if (cached && pathname.startsWith('/assets/')) return cached;
  try {
    return await fetch(request);
  } catch {
    return cached ?? Response.error();
  }
}

/** The server's answer, which is kept; without a connection, the one that was kept. */
async function networkFirst(request, key, name) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const cached = await kept(key, name);
    if (cached) return cached;
    throw error;
  }
  // An answer is right even if the storage is full.
  if (answer.ok) await keep(key, answer.clone(), name).catch(() => undefined);
  return answer;
}

/** An answer to a question that is posted: kept under an address that contains the question. */
async function asked(request) {
  const question = await request.clone().text();
  if (question.length > 2000) return fetch(request);
  return networkFirst(request, `${request.url}?${encodeURIComponent(question)}`, ANSWERS);
}

/** The path of the page that a window shows; its `url` is the one that it was opened with. Null if it does not answer. */
function pathOf(window) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), ANSWER_MS);
    window.postMessage('which page', [port2]);
  });
}

// A notice of a move leads to its game: in the window that shows it already, or else in a new one. No other window has to
// give way, because a game with a clock may be going on there.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const open = async () => {
    const page = new URL(event.notification.data ?? '/games', self.location.origin);
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const paths = await Promise.all(windows.map(pathOf));
    const shows = windows[paths.indexOf(page.pathname)];
    return shows ? shows.focus() : self.clients.openWindow(page.href);
  };
  event.waitUntil(open());
});
