// Registers the service worker, keeps the rules for reading without a connection, and notices a new version.

import { listen } from '../lib/live.svelte';

/** How often a page that stays open asks for a new version. */
const LOOK_MS = 3_600_000;
const BEGIN_MS = 2_000;

/** `onnew` is called when a new version of the client has replaced the one of this page. */
export function installApp(onnew: () => void): void {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  // The first service worker takes over a page that is already right.
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (controlled) onnew();
    controlled = true;
  });
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
    // The server may have been replaced since the page was loaded.
    if (controlled) look();
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
