import { setFlagsFromString } from 'node:v8';

/**
 * Factor by which V8 enlarges the young generation whenever many new objects have survived. Modules survive, so a start
 * enlarged it to 20 MB, which an idle service never gives back.
 */
const GROWTH = '--semi-space-growth-factor';

/**
 * Keeps the young generation small during startup. V8 reads the factor at each collection, so it can be changed at run
 * time.
 */
export function holdYoungGeneration(): void {
  setFlagsFromString(`${GROWTH}=1`);
}

/** Restores V8's default factor, since a larger young generation saves collections under load. */
export function releaseYoungGeneration(): void {
  setFlagsFromString(`${GROWTH}=2`);
}
