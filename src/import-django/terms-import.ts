import { renderTerms } from '../features/terms/rendering/terms-html.js';
import { readContent } from '../features/terms/versions/terms-content.js';
import { TermsVersion } from '../features/terms/versions/terms-version.entity.js';
import { translate } from '../i18n/translate.js';
import type { UnitOfWork } from '../platform/db/database.js';
import { InvalidFields } from '../shared/errors/errors.js';
import type { Clock } from '../shared/time/clock.js';

export interface ImportedTerms {
  /** Primary key in Django, for the report. */
  readonly id: string;
  readonly content: string;
  readonly isActive: boolean;
  /** When the version was created; null if Django has no value. */
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  /** Reason why the version cannot be read, in English. The version is then not imported. */
  readonly fault?: string;
}

/**
 * Outcome for a version: it is new here (`new`), already exists (`there`), or has no text that can be stored or shown
 * in full (`unreadable`).
 */
export type TermsImportStatus = 'new' | 'there' | 'unreadable';

/** An imported version as stored here, with its outcome. */
export interface TermsImportResult {
  readonly id: string;
  readonly status: TermsImportStatus;
  readonly fault?: string;
  readonly content: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether a later active version exists here and is shown instead. */
  readonly isOvertaken: boolean;
}

interface TermsImportDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
}

/** Imports the versions of another application's terms (contract 6, 10). */
export class TermsImport {
  constructor(private readonly deps: TermsImportDeps) {}

  /** Determines each version's status without writing. The versions must be sorted, oldest first. */
  async plan(versions: readonly ImportedTerms[]): Promise<TermsImportResult[]> {
    const here = await this.deps.em.fork().find(TermsVersion, {}, { disableIdentityMap: true });
    const times = creationTimes(versions, this.deps.clock.now());
    const results: TermsImportResult[] = [];
    for (const [index, version] of versions.entries()) {
      const { id, isActive, updatedAt } = version;
      const createdAt = times[index] as Date;
      const { content, fault } = version.fault ? version : readable(version.content);
      const isThere = here.some((other) => sameTime(other.createdAt, createdAt) || other.content === content);
      const status = fault ? 'unreadable' : isThere ? 'there' : 'new';
      const isOvertaken = here.some((other) => other.isActive && other.createdAt > createdAt);
      const stored = { content, isActive, createdAt, updatedAt: updatedAt ?? createdAt };
      results.push({ id, status, ...(fault && { fault }), ...stored, isOvertaken });
    }
    return results;
  }

  /** Inserts the new versions in the transaction of `unit`. */
  async carryOut(results: readonly TermsImportResult[], unit: UnitOfWork): Promise<void> {
    const rows = results
      .filter(({ status }) => status === 'new')
      .map(({ content, isActive, createdAt, updatedAt }) => ({ content, isActive, createdAt, updatedAt }));
    if (rows.length > 0) await unit.insertMany(TermsVersion, rows);
  }
}

/**
 * Returns the creation time of each version or, if unknown, the latest possible one: no later than it was last saved,
 * and before the next version. This keeps the versions in order, even if an old one was edited last.
 */
function creationTimes(versions: readonly ImportedTerms[], now: Date): Date[] {
  let after = now.getTime() + 1;
  const latest = versions.toReversed().map(({ createdAt, updatedAt }) => {
    after = Math.min((createdAt ?? updatedAt ?? now).getTime(), after - 1);
    return new Date(after);
  });
  return latest.reverse();
}

function readable(typed: string): { content: string; fault?: string } {
  try {
    const content = readContent(typed);
    const { fault } = renderTerms(content);
    if (fault === 'tooDeep') return { content, fault: 'is nested too deep to be shown whole' };
    return fault ? { content, fault: 'has too many blocks to be shown' } : { content };
  } catch (error) {
    const [fault] = error instanceof InvalidFields ? (error.details.fields?.content ?? []) : [];
    if (!fault) throw error;
    return { content: typed, fault: `cannot be kept: ${translate(fault, 'en')}` };
  }
}

function sameTime(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime();
}
