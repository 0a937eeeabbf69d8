import { setFlagsFromString } from 'node:v8';

/**
 * Factor by which V8 enlarges the young generation each time many new objects have survived. Modules survive: a start
 * enlarged it to 20 MB, which an idle service never gives back.
 */
const GROWTH = '--semi-space-growth-factor';

/**
 * Keeps the young generation small during a start. V8 reads the factor at each collection, so it may change at run
 * time.
 */
export function holdYoungGeneration(): void {
  setFlagsFromString(`${GROWTH}=1`);
}

/** Restores V8's own factor: under load, a larger young generation saves collections. */
export function releaseYoungGeneration(): void {
  setFlagsFromString(`${GROWTH}=2`);
}
