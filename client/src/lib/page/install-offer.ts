/** Event of browsers that let a page ask them to install it; Chromium only, and not in TypeScript's library. */
interface InstallOffer extends Event {
  prompt(): Promise<void>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

/** Keeps the browser's offer to install the application, which it makes only once and often before a page has loaded. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own banner would cover the page.
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener('appinstalled', () => setOffer(undefined));
}

function setOffer(next: InstallOffer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

export function currentInstallOffer(): InstallOffer | undefined {
  return offer;
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
