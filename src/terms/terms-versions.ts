import { raw } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../db/database.js';
import type { Clock } from '../shared/clock.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../shared/page.js';
import type { Credential } from '../shared/viewer.js';
import { findShown, type ShownTerms } from './shown-terms.js';
import { NoSuchTermsVersion, TermsChangedMeanwhile } from './terms.errors.js';
import { readContent } from './terms-content.js';
import type { Difference } from './terms-difference.js';
import type { TermsReaders } from './terms-readers.js';
import type { TermsThread } from './terms-thread.js';
import { TermsVersion } from './terms-version.entity.js';

/** Who changes the terms, and from where; undefined stands for the operator of the machine. */
export interface TermsEditor {
  readonly userId: number;
  readonly username: string;
  readonly credential: Credential;
  readonly address: string;
}

/** What was done to a version, for the audit. */
export interface TermsEvent {
  readonly event: 'terms_create' | 'terms_update';
  readonly editor: TermsEditor | undefined;
  readonly change: TermsChange;
}

interface TermsChange {
  readonly before?: TermsFacts;
  readonly after: TermsFacts;
}

/** What there is to know of a version, of a change what it changed: an overwritten text is found in the audit. */
interface TermsFacts {
  readonly [fact: string]: unknown;
  readonly version: number;
  readonly isActive?: boolean;
  readonly content?: string;
}

/**
 * Records within the transaction of a change, if the editor may still make it; throws otherwise.
 *
 * @returns what to call once the change is durable.
 */
export type RecordTerms = (unit: UnitOfWork, event: TermsEvent) => Promise<() => void>;

/** What is given of a version. What is left out stays. */
export interface TermsChanges {
  readonly content?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** The `updatedAt` that the editor saw, ISO 8601: another state is not overwritten. */
  readonly seenUpdatedAt?: string | undefined;
}

/** A version in a list, without its text. */
export interface ListedVersion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly isActive: boolean;
  /** Of the text, in characters. */
  readonly length: number;
}

interface RenderedAhead {
  /** The text that an update brings. */
  readonly given?: string;
  /** The text that the version will have, unless somebody else is quicker, and its HTML. */
  readonly content?: string;
  readonly html?: string | undefined;
}

interface Changed {
  readonly version: TermsVersion;
  /** To be called once the change is durable. */
  readonly afterCommit: () => void;
}

interface TermsVersionsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly thread: Pick<TermsThread, 'html' | 'shownHtml' | 'difference'>;
  readonly shown: Pick<ShownTerms, 'current' | 'saved'>;
  readonly readers: Pick<TermsReaders, 'markWithin'>;
  readonly record: RecordTerms;
}

/** The versions of the terms as the staff keeps them (contract 6). Every change is shown and recorded at once. */
export class TermsVersions {
  constructor(private readonly deps: TermsVersionsDeps) {}

  /** Versions, the newest first; a key is the moment of creation in milliseconds, and the id. */
  async list({ first, after }: PageRequest<readonly [number, number]>): Promise<Page<ListedVersion>> {
    const [createdMs, id] = after ?? [];
    const createdAt = new Date(createdMs ?? 0);
    const behind = { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id ?? 0 } }] };
    const unit = this.deps.em.fork();
    const versions = await unit.find(TermsVersion, after ? behind : {}, {
      fields: ['id', 'createdAt', 'updatedAt', 'isActive'],
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      limit: rowsFor({ first }),
      disableIdentityMap: true,
    });
    const lengths = await this.#lengthsOf(versions.map((version) => version.id));
    const rows = versions.map((version) => ({ ...version, length: lengths.get(version.id) ?? 0 }));
    return pageOf(rows, first, (row) => [row.createdAt.getTime(), row.id]);
  }

  /** One version with its text. @throws {NoSuchTermsVersion} */
  async read(id: number): Promise<TermsVersion> {
    const version = await this.deps.em.fork().findOne(TermsVersion, { id });
    if (!version) throw new NoSuchTermsVersion();
    return version;
  }

  /**
   * Adds a version; an active one is what everybody is shown from now on.
   *
   * @throws {InvalidFields} naming `content`.
   */
  async create(typed: string, isActive: boolean, editor?: TermsEditor): Promise<TermsVersion> {
    const { clock, thread, record } = this.deps;
    const content = readContent(typed);
    const html = await thread.html(content);
    return this.#change({ content, html }, editor, async (unit) => {
      const newestFirst = { fields: ['createdAt'], orderBy: { createdAt: 'desc' }, limit: 1 } as const;
      const [newest] = await unit.find(TermsVersion, {}, newestFirst);
      const createdAt = timestampAfter(newest?.createdAt, clock.now());
      const row = { content, isActive, createdAt, updatedAt: createdAt };
      const version = { ...row, id: await unit.insert(TermsVersion, row) };
      const afterCommit = await record(unit, { event: 'terms_create', editor, change: { after: factsOf(version) } });
      return { version, afterCommit };
    });
  }

  /**
   * Changes what is given of a version. It keeps its place: editing an older version does not promote it.
   *
   * @throws {NoSuchTermsVersion}
   * @throws {InvalidFields} naming `content`.
   * @throws {TermsChangedMeanwhile} when the editor saw another state than the one there is.
   */
  async update(id: number, changes: TermsChanges, editor?: TermsEditor): Promise<TermsVersion> {
    const ahead = await this.#renderAhead(id, changes);
    const { clock, record } = this.deps;
    return this.#change(ahead, editor, async (unit) => {
      // What is not managed is not written back beside the update.
      const version = await unit.findOne(TermsVersion, { id }, { disableIdentityMap: true });
      if (!version) throw new NoSuchTermsVersion();
      const seen = version.updatedAt;
      if (changes.seenUpdatedAt !== undefined && Date.parse(changes.seenUpdatedAt) !== seen.getTime()) {
        throw new TermsChangedMeanwhile();
      }
      const next = {
        content: ahead.given ?? version.content,
        isActive: changes.isActive ?? version.isActive,
        updatedAt: timestampAfter(seen, clock.now()),
      };
      // Another process may have been quicker since.
      if ((await unit.nativeUpdate(TermsVersion, { id, updatedAt: seen }, next)) === 0)
        throw new TermsChangedMeanwhile();
      const change = changeOf(version, { ...version, ...next });
      const afterCommit = await record(unit, { event: 'terms_update', editor, change });
      return { version: { ...version, ...next }, afterCommit };
    });
  }

  /**
   * A text as it would be shown: HTML.
   *
   * @throws {InvalidFields} naming `content` when it takes too long, or a part of it would be missing.
   */
  async preview(typed: string): Promise<string> {
    return this.deps.thread.html(readContent(typed));
  }

  /** What has been changed from one version to another. @throws {NoSuchTermsVersion} */
  async difference(from: number, to: number): Promise<Difference> {
    const [older, newer] = await Promise.all([this.read(from), this.read(to)]);
    return this.deps.thread.difference(older.content, newer.content);
  }

  /** What an update may bring to be shown, as HTML: made before the change, so that no reader waits for it. */
  async #renderAhead(id: number, { content: typed, isActive }: TermsChanges): Promise<RenderedAhead> {
    const { thread } = this.deps;
    if (typed !== undefined) {
      const given = readContent(typed);
      return { given, content: given, html: await thread.html(given) };
    }
    if (!isActive) return {};
    const { content } = await this.read(id);
    return { content, html: await thread.shownHtml(content) };
  }

  /** Makes a change in a transaction, then tells of it. Who shows everybody another version has seen that one. */
  async #change(
    ahead: RenderedAhead,
    editor: TermsEditor | undefined,
    change: (unit: UnitOfWork) => Promise<Changed>,
  ): Promise<TermsVersion> {
    const { em, shown, readers } = this.deps;
    const { version, afterCommit } = await em.fork().transactional(async (unit) => {
      const before = await findShown(unit);
      const changed = await change(unit);
      const after = await findShown(unit);
      if (editor && after && after.id !== before?.id) {
        await readers.markWithin(unit, editor.userId, after.id);
      }
      return changed;
    });
    afterCommit();
    if (ahead.html !== undefined && ahead.content === version.content) await shown.saved(version, ahead.html);
    else await shown.current();
    return version;
  }

  async #lengthsOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await (this.deps.em.fork() as SqlEntityManager)
      .createQueryBuilder(TermsVersion)
      .select(['id', raw('length(content) as length')])
      .where({ id: { $in: [...ids] } })
      .execute<{ id: number; length: number }[]>('all');
    return new Map(rows.map(({ id, length }) => [id, length]));
  }
}

function factsOf({ id, isActive, content }: TermsVersion): TermsFacts {
  return { version: id, isActive, content };
}

/** Which version it is, and what is not the same any more: a text that stays would be kept twice for each switch. */
function changeOf(before: TermsVersion, after: TermsVersion): TermsChange {
  const contentChanged = before.content !== after.content;
  const activeChanged = before.isActive !== after.isActive;
  const changed = ({ id, isActive, content }: TermsVersion) => ({
    version: id,
    ...(activeChanged && { isActive }),
    ...(contentChanged && { content }),
  });
  return { before: changed(before), after: changed(after) };
}

/** Now, but later than `before`: also when the wall clock was set back, or stands still within a millisecond. */
function timestampAfter(before: Date | undefined, now: Date): Date {
  return new Date(Math.max(now.getTime(), before ? before.getTime() + 1 : 0));
}
