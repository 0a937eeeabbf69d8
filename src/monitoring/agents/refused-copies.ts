import type { Logger } from '../../shared/logger.js';
import type { Clock } from '../../shared/time/clock.js';
import { MINUTE_MS } from '../history/chunk-table.js';

/** Of an agent that tries with a token in use it is told once in so long. */
const TOLD_OF_COPY_MS = 10 * MINUTE_MS;

/** An agent that was refused because another uses its token. */
export interface RefusedCopy {
  readonly number: number;
  readonly name: string;
  /** From where it tried. */
  readonly address: string;
}

interface RefusedCopiesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly logger: Logger;
  readonly onCopy: (copy: RefusedCopy) => void;
}

/** Tells of agents whose token another one uses. */
export class RefusedCopies {
  readonly #toldMs = new Map<number, number>();

  constructor(private readonly deps: RefusedCopiesDeps) {}

  tell(copy: RefusedCopy): void {
    const { clock, logger, onCopy } = this.deps;
    const now = clock.steady().getTime();
    if (now - (this.#toldMs.get(copy.number) ?? Number.NEGATIVE_INFINITY) < TOLD_OF_COPY_MS) return;
    this.#toldMs.set(copy.number, now);
    const { name: host, address } = copy;
    logger.log('warn', 'An agent is refused: another uses the same token', { host, address });
    onCopy(copy);
  }
}
