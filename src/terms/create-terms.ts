import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { type ShownChange, ShownTerms } from './shown-terms.js';
import { TermsReaders } from './terms-readers.js';
import { type RecordTerms, TermsVersions } from './terms-versions.js';

interface CreateTermsParts {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  /** A number that differs after every write to the database, by whomever; undefined when that is unknown. */
  readonly version: () => number | undefined;
  readonly record: RecordTerms;
  /** Called when another version is shown than before, or the same in another state. */
  readonly publish: (change: ShownChange) => void;
}

/** The rules of the terms, each built once. */
export function createTerms({ em, clock, version, record, publish }: CreateTermsParts) {
  const shownTerms = new ShownTerms({ em, version, publish });
  return {
    shownTerms,
    termsReaders: new TermsReaders({ em, clock }),
    termsVersions: new TermsVersions({ em, clock, shown: shownTerms, record }),
  };
}
