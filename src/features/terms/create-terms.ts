import type { UnitOfWork } from '../../platform/db/database.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import type { Clock } from '../../shared/time/clock.js';
import type { TermsThread } from './rendering/terms-thread.js';
import { type ShownChange, ShownTerms } from './shown-terms.js';
import { type ConfirmReader, TermsReaders } from './terms-readers.js';
import { type RecordTerms, TermsVersions } from './versions/terms-versions.js';

interface CreateTermsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: ReportFailure;
  readonly thread: TermsThread;
  /** A number that changes with every change of the terms, by any process; undefined when it cannot be known. */
  readonly version: () => number | undefined;
  /** To be called when this process has changed the terms. */
  readonly noteChange: () => void;
  readonly record: RecordTerms;
  readonly confirmReader: ConfirmReader;
  /** Called when another version is shown than before, or when the shown version was edited. */
  readonly publish: (change: ShownChange) => void;
}

/** Builds every service of the terms once. */
export function createTerms({ em, clock, record, confirmReader, ...deps }: CreateTermsDeps) {
  const shownTerms = new ShownTerms({ ...deps, em });
  const termsReaders = new TermsReaders({ em, clock, confirmReader });
  return {
    shownTerms,
    termsReaders,
    termsVersions: new TermsVersions({
      em,
      clock,
      thread: deps.thread,
      shown: shownTerms,
      readers: termsReaders,
      record,
    }),
  };
}
