import { setFlagsFromString } from 'node:v8';

/**
 * How many times larger V8 makes the part of its heap for new objects, each time that many of them have survived. Modules
 * survive: a start made it 20 MB, which an idle service never gives back.
 */
const GROWTH = '--semi-space-growth-factor';

/** For the time of a start. V8 reads the factor at each collection, so it may change while it runs. */
export function holdYoungGeneration(): void {
  setFlagsFromString(`${GROWTH}=1`);
}

/** V8's own factor: under load a larger young generation saves collections. */
export function releaseYoungGeneration(): void {
  setFlagsFromString(`${GROWTH}=2`);
}
