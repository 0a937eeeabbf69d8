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
  /** Returns a number that changes whenever any process changes the terms; undefined if unknown. */
  readonly version: () => number | undefined;
  /** Must be called after this process has changed the terms. */
  readonly noteChange: () => void;
  readonly record: RecordTerms;
  readonly confirmReader: ConfirmReader;
  /** Called when a different version becomes the shown one, or the shown one is edited. */
  readonly publish: (change: ShownChange) => void;
}

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
