import type { Logger } from '../../shared/logger.js';
import { readableName } from './audit-names.js';
import type { Origin } from './origin.js';

/**
 * Number of lines of one kind that are written individually: enough for each of the five failures that cause a lockout.
 */
export const LINES_OF_A_KIND = 5;

/**
 * Maximum number of failure lines within one window, over all kinds. Beyond that, failures are only counted, and those
 * of new kinds are counted together.
 */
export const FAILURE_LINES = 500;

/**
 * Maximum number of failure sums written at the end of a window, those with the most events first; the rest are merged.
 */
export const FAILURE_SUMS = 500;

/** Maximum number of kinds counted separately at a time; each takes a few hundred bytes of memory. */
const KINDS_MAX = 10_000;

/** An event to be written as a line of the log. */
export interface LoggedEvent {
  readonly event: string;
  readonly result: string;
  readonly origin: Origin;
  readonly username: string;
  readonly userId?: number | undefined;
  /** The change that was made; events with a change are never summed up. */
  readonly change?: object | undefined;
  /** Additional fields of the line that describe how it was done. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  readonly fields: Fields;
  readonly isFailure: boolean;
  /** Number of lines written since the kind was first seen. */
  lines: number;
  /** Number of events since the last line. */
  repeated: number;
}

/**
 * Writes the log lines about accounts (promise 30). Each event gets its own line until it has repeated several times;
 * from then on, one line per time window sums up the repeats in its `repeated` field. Repeated requests thus cannot
 * fill the disk, yet every event is counted. Staff actions are never summed up.
 */
export class AuthenticationLog {
  readonly #kinds = new Map<string, Kind>();
  /**
   * Counts of events that have neither their own line nor their own kind, grouped by the fields they have in common.
   */
  readonly #together = new Map<string, { readonly fields: Fields; repeated: number }>();
  #failureLines = 0;

  constructor(private readonly logger: Logger) {}

  /** Writes an event, or counts it for {@link sumUp}. */
  write(event: LoggedEvent): void {
    const fields = fieldsOf(event);
    if (!this.#counts(event, fields)) this.#line(fields);
  }

  /** Writes an event that has already been counted elsewhere, or is the sum of such events. */
  writeCounted(event: LoggedEvent): void {
    this.#line(fieldsOf(event));
  }

  /** Ends a window: writes the counted events, and forgets kinds without any. */
  sumUp(): void {
    this.#failureLines = 0;
    this.#joinLightFailures();
    for (const [key, kind] of this.#kinds) {
      if (kind.repeated === 0) this.#kinds.delete(key);
      else this.#line({ ...kind.fields, repeated: kind.repeated });
      kind.repeated = 0;
    }
    for (const { fields, repeated } of this.#together.values()) this.#line({ ...fields, repeated });
    this.#together.clear();
  }

  /**
   * Merges the failures beyond {@link FAILURE_SUMS} into one count. Otherwise a client that returns once per window
   * from every address it ever used would get a line for each.
   */
  #joinLightFailures(): void {
    const counted = [...this.#kinds].filter(([, { isFailure, repeated }]) => isFailure && repeated > 0);
    counted.sort(([, one], [, other]) => other.repeated - one.repeated);
    for (const [key, { fields, repeated }] of counted.slice(FAILURE_SUMS)) {
      this.#addTogether(fields, repeated);
      this.#kinds.delete(key);
    }
  }

  /** Counts an event that does not get its own line, and reports whether it did. */
  #counts({ result, origin, change }: LoggedEvent, fields: Fields): boolean {
    if (origin.by !== undefined || change !== undefined) return false;
    const isFailure = result !== 'success';
    const kind = this.#kindOf(fields, isFailure);
    if (!kind) {
      this.#addTogether(fields, 1);
      return true;
    }
    if (kind.lines >= LINES_OF_A_KIND || (isFailure && this.#failureLines >= FAILURE_LINES)) {
      kind.repeated += 1;
      return true;
    }
    kind.lines += 1;
    if (isFailure) this.#failureLines += 1;
    return false;
  }

  /** Returns the kind of an event; undefined for a new kind that can no longer be counted separately. */
  #kindOf(fields: Fields, isFailure: boolean): Kind | undefined {
    const key = keyOf(fields);
    const known = this.#kinds.get(key);
    if (known) return known;
    const isFull = this.#kinds.size >= KINDS_MAX || (isFailure && this.#failureLines >= FAILURE_LINES);
    if (isFull) return undefined;
    const kind = { fields, isFailure, lines: 0, repeated: 0 };
    this.#kinds.set(key, kind);
    return kind;
  }

  /** Counts events without their names and addresses, which are unlimited in number. */
  #addTogether({ event, result, door }: Fields, count: number): void {
    const fields = { event, result, door };
    const key = keyOf(fields);
    const repeated = (this.#together.get(key)?.repeated ?? 0) + count;
    this.#together.set(key, { fields, repeated });
  }

  #line(fields: Fields): void {
    this.logger.log('info', 'Authentication', fields);
  }
}

function fieldsOf({ event, result, origin, username, userId, details }: LoggedEvent): Fields {
  const { method: door, address, by } = origin;
  const actor = by && readableName(by.username);
  return { event, result, user: readableName(username), userId, address, door, ...details, by: actor };
}

function keyOf(fields: Fields): string {
  return JSON.stringify(fields);
}
