import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { Stop } from '../../../shared/time/clock.js';

/** Announces which hosts have changed. */
export interface HostFeed {
  /**
   * Calls the listener on each tick, at most once a second, with the numbers of all hosts that have a new sample or
   * state since the previous tick. `HostStates` is already up to date by then.
   */
  onChanged(listener: (numbers: readonly number[]) => void): Stop;
}

/**
 * Topic on which a node announces that staff have changed a host; the payload is its number. The name or token may have
 * changed, or the host may have been retired, so the node its agent is connected to checks the row again, as it does
 * after a gap.
 */
export const EDITED_HOST = 'edited host';

/**
 * Topic on which a node announces that it has stored newest samples of hosts that no node runs on; the payload is the
 * numbers of the hosts.
 */
export const AGENT_SAMPLES = 'agent samples';

/** Maximum number of host numbers in one message between nodes. */
const NUMBERS_IN_MESSAGE = 500;

/** Announces that newest samples have been stored. */
export function announceSamples(events: Pick<NodeEvents, 'publish'>, numbers: readonly number[]): void {
  for (let begin = 0; begin < numbers.length; begin += NUMBERS_IN_MESSAGE) {
    events.publish(AGENT_SAMPLES, numbers.slice(begin, begin + NUMBERS_IN_MESSAGE));
  }
}
