import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import { HOUR_MS } from '../history/chunk-table.js';
import { HostNotes } from './host-notes.js';

/** An agent that was refused because another one is using its token. */
export interface RefusedCopy {
  readonly number: number;
  readonly name: string;
  readonly address: string;
}

interface RefusedCopiesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly logger: Logger;
  readonly onCopy: (copy: RefusedCopy) => void;
}

/**
 * Reports agents whose token is already in use by another one, at most once an hour per host, since a copy may keep
 * trying for months.
 */
export class RefusedCopies {
  readonly #notes: HostNotes;

  constructor(private readonly deps: RefusedCopiesDeps) {
    this.#notes = new HostNotes(deps.clock, HOUR_MS);
  }

  tell(copy: RefusedCopy): void {
    const since = this.#notes.pass(copy.number);
    if (since === undefined) return;
    const { logger, onCopy } = this.deps;
    const { name: host, address } = copy;
    logger.log('warn', 'An agent is refused: another one uses the same token', { host, address, since });
    onCopy(copy);
  }
}
