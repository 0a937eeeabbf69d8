import type { Sample } from './sample-fields';

/** The state of polling. After a refusal, it waits until a timestamp of `Date.now()`. */
export type Polling =
  | { readonly state: 'idle' | 'starting' | 'failing' }
  | { readonly state: 'answered'; readonly sample: Sample }
  | { readonly state: 'waiting'; readonly until: number };

export const IDLE: Polling = { state: 'idle' };
export const STARTING: Polling = { state: 'starting' };
