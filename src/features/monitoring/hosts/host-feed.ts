import type { Stop } from '../../../shared/time/clock.js';

/** Tells which hosts have changed. */
export interface HostFeed {
  /**
   * Calls the listener on each tick with the numbers of the hosts that have a new sample or another state since the tick
   * before, at most once a second for all of them: what is new is in `HostStates` by then.
   */
  onChanged(listener: (numbers: readonly number[]) => void): Stop;
}

/**
 * The topic on which a node says that staff have changed a host; the payload is its number. It may have another name or
 * token, or be retired: who holds the connection of its agent looks at the row again, as after a gap.
 */
export const EDITED_HOST = 'edited host';

/** The topic on which a node says that newest samples of agents are in the table; the payload is their hosts' numbers. */
export const AGENT_SAMPLES = 'agent samples';
