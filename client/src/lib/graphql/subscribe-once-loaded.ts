import type { LiveSocket } from './live-socket';

/**
 * Subscribes by a socket whose code is fetched with the first subscription: not every page has one. Where it cannot be
 * fetched, the page stays as it was read, and the next subscription tries again.
 */
export function subscribeOnceLoaded(load: () => Promise<LiveSocket>): LiveSocket['subscribe'] {
  let loaded: Promise<LiveSocket> | undefined;
  const socket = () => {
    loaded ??= load();
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  return (payload, sink) => {
    let stop: (() => void) | undefined;
    let isWanted = true;
    socket().then(
      ({ subscribe }) => {
        if (isWanted) stop = subscribe(payload, sink);
      },
      () => {},
    );
    return () => {
      isWanted = false;
      stop?.();
    };
  };
}
