import type { Logger } from '../../shared/logger.js';
import { readableName } from './audit-names.js';
import type { Origin } from './origin.js';

/** Lines of one kind that are written one by one; so each of the five failures that lock has its own. */
export const LINES_OF_A_KIND = 5;

/** Lines about failures within one window, over all kinds; failures of further kinds are only counted then. */
export const FAILURE_LINES = 500;

/** Sums of failures that one window ends with, those of the most events; the others are summed up together. */
export const FAILURE_SUMS = 500;

/** Lines within one window about successes of further kinds, which are counted together. */
export const SUCCESS_LINES_BEYOND = 500;

/** Kinds that are counted separately at a time: a few hundred bytes of memory each. */
const KINDS_MAX = 10_000;

/** The fields of a line of the log. */
export interface LoggedEvent {
  readonly event: string;
  readonly result: string;
  readonly origin: Origin;
  readonly username: string;
  readonly userId?: number | undefined;
  /** What was changed: such an event is never summed up. */
  readonly change?: object | undefined;
  /** How it was done: fields of the line. */
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/** What all lines of one kind have in common. */
type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  readonly fields: Fields;
  readonly isFailure: boolean;
  /** Lines written since it was first seen. */
  lines: number;
  /** Events since the last line. */
  repeated: number;
}

/**
 * The lines of the log about accounts (promise 30). Each event is a line at once, until the same has happened several
 * times; then lines are summed up: one for each window of time, with the field `repeated`. So a
 * repeated request cannot fill the disk, and no event goes uncounted. What staff do is never summed up.
 */
export class AuthenticationLog {
  readonly #kinds = new Map<string, Kind>();
  /** How many events have neither a line nor a kind of their own, by the fields that they have in common. */
  readonly #together = new Map<string, { readonly fields: Fields; repeated: number }>();
  #failureLines = 0;
  #successLinesBeyond = 0;

  constructor(private readonly logger: Logger) {}

  /**
   * Writes an event, or counts it for {@link sumUp}.
   *
   * @param withAddress false for what one account may do without end: new addresses would make each a new kind.
   */
  write(event: LoggedEvent, { withAddress = true } = {}): void {
    const fields = withAddress ? fieldsOf(event) : { ...fieldsOf(event), address: undefined };
    if (!this.#counts(event, fields)) this.#line(fields);
  }

  /** Ends a window: writes what has been counted, and forgets the kinds of which there was nothing to count. */
  sumUp(): void {
    this.#failureLines = 0;
    this.#successLinesBeyond = 0;
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
   * Forgets the failures beyond {@link FAILURE_SUMS} and counts them together. Otherwise
   * a client that comes back once in each window from every address it ever used would get a line for each.
   */
  #joinLightFailures(): void {
    const counted = [...this.#kinds].filter(([, { isFailure, repeated }]) => isFailure && repeated > 0);
    counted.sort(([, one], [, other]) => other.repeated - one.repeated);
    for (const [key, { fields, repeated }] of counted.slice(FAILURE_SUMS)) {
      this.#addTogether(fields, repeated);
      this.#kinds.delete(key);
    }
  }

  /** Whether an event has no line of its own; then it is counted. */
  #counts({ result, origin, change }: LoggedEvent, fields: Fields): boolean {
    if (origin.by !== undefined || change !== undefined) return false;
    const isFailure = result !== 'success';
    const kind = this.#kindOf(fields, isFailure);
    if (!kind) return this.#countsBeyond(fields, isFailure);
    if (kind.lines >= LINES_OF_A_KIND || (isFailure && this.#failureLines >= FAILURE_LINES)) {
      kind.repeated += 1;
      return true;
    }
    kind.lines += 1;
    if (isFailure) this.#failureLines += 1;
    return false;
  }

  /** The same for an event of a kind beyond {@link KINDS_MAX}: failures are counted, and successes beyond some lines. */
  #countsBeyond(fields: Fields, isFailure: boolean): boolean {
    if (!isFailure && this.#successLinesBeyond < SUCCESS_LINES_BEYOND) {
      this.#successLinesBeyond += 1;
      return false;
    }
    this.#addTogether(fields, 1);
    return true;
  }

  /** The kind of an event; undefined when there are too many kinds to count it separately. */
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

  /** Counts events without their names and addresses, of which there is no end. */
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
