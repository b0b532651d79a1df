import { describe, expect, it } from 'vitest';
import { watchVersions } from '../src/app/install';

class Worker extends EventTarget {
  state = 'installing';
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Workers extends EventTarget {
  controller: Worker | null = null;
  takeOver(worker: Worker): void {
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  find(worker: Worker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }
}

function page(controller: Worker | null): {
  workers: Workers;
  registration: Registration;
  count: () => number;
} {
  const workers = new Workers();
  workers.controller = controller;
  const registration = new Registration();
  let told = 0;
  const watch = watchVersions(workers as unknown as ServiceWorkerContainer, () => (told += 1));
  watch.register(registration as unknown as ServiceWorkerRegistration);
  return { workers, registration, count: () => told };
}

describe('a new version', () => {
  it('is told of as soon as it is ready, although the old worker is still busy, and only once', () => {
    const { workers, registration, count } = page(new Worker());
    const next = new Worker();
    registration.find(next);
    expect(count()).toBe(0);
    next.become('installed');
    expect(count()).toBe(1);
    next.become('activating');
    workers.takeOver(next);
    expect(count()).toBe(1);
  });

  it('is told of when another page has installed it', () => {
    const { workers, count } = page(new Worker());
    workers.takeOver(new Worker());
    expect(count()).toBe(1);
    workers.takeOver(new Worker());
    expect(count()).toBe(2);
  });

  it('is not the first one', () => {
    const { workers, registration, count } = page(null);
    const first = new Worker();
    registration.find(first);
    first.become('installed');
    workers.takeOver(first);
    expect(count()).toBe(0);
  });
});
