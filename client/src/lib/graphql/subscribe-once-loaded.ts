import type { LiveSocket } from './live-socket';

/**
 * Subscribes through a socket whose code is loaded with the first subscription, because not every page needs it. If
 * loading fails, the page stays static and the next subscription tries again.
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
