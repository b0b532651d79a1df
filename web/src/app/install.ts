// Registers the service worker, keeps the rules for reading without a connection, and notices a new version.

import { listen } from '../lib/live.svelte';

/** How often a page that stays open asks for a new version. */
const LOOK_MS = 3_600_000;
const BEGIN_MS = 2_000;

/** `onnew` is called when a new version of the client has replaced the one of this page. */
export function installApp(onnew: () => void): void {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  tellPath(workers);
  const watch = watchVersions(workers, onnew);
  let registration: ServiceWorkerRegistration | undefined;
  const look = (): void => {
    registration?.update().catch(() => {
      // Without a connection there is nothing new.
    });
  };
  // A server that was replaced closes its connections, so that they open again.
  listen((message) => {
    if (message.t === 'open') look();
  });
  const begin = async (): Promise<void> => {
    registration = await workers.register('/service-worker.js', { updateViaCache: 'none' });
    // Browsers that are told to block service workers give none.
    if (!registration) return;
    watch.register(registration);
    // The server may have been replaced since the page was loaded.
    if (workers.controller !== null) look();
    setInterval(look, LOOK_MS);
    const { active } = await workers.ready;
    active?.postMessage('keep the rules');
  };
  // After everything that the page itself needs.
  setTimeout(() => {
    begin().catch(() => {
      // The browser may forbid it: the client works without.
    });
  }, BEGIN_MS);
}

/** Tells the service worker, when it asks, which page is shown: a notice leads to the window that shows its game. */
export function tellPath(workers: Pick<ServiceWorkerContainer, 'addEventListener'>): void {
  workers.addEventListener('message', (event) => {
    if (event.data === 'which page') event.ports[0]?.postMessage(location.pathname);
  });
}

/**
 * Calls `onnew` once for each new version of the client: when its service worker is ready, or at the latest when it takes over. It takes over
 * only after the old one has answered all that it was asked, which can last; a reload loads the new version before that, too.
 */
export function watchVersions(
  workers: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>,
  onnew: () => void,
): { register(registration: ServiceWorkerRegistration): void } {
  // The first service worker takes over a page that is already right.
  let controlled = workers.controller !== null;
  const told = new Set<ServiceWorker>();
  const tell = (worker: ServiceWorker | null): void => {
    if (worker !== null && told.has(worker)) return;
    if (worker !== null) told.add(worker);
    onnew();
  };
  workers.addEventListener('controllerchange', () => {
    if (controlled) tell(workers.controller);
    controlled = true;
  });
  const ready = (worker: ServiceWorker | null): void => {
    if (worker?.state === 'installed' && workers.controller !== null) tell(worker);
  };
  return {
    register(registration) {
      ready(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => ready(worker));
      });
    },
  };
}
