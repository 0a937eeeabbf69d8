import { raw } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sqlite';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { NotFound } from '../../../shared/errors/errors.js';
import type { Credential } from '../../../shared/identity/viewer.js';
import { cursorOptions, type Page, type PageRequest, pageOfCursor } from '../../../shared/page.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { Difference } from '../rendering/terms-difference.js';
import type { TermsThread } from '../rendering/terms-thread.js';
import { findShown, type ShownTerms } from '../shown-terms.js';
import { TermsChangedMeanwhile } from '../terms.errors.js';
import type { TermsReaders } from '../terms-readers.js';
import { readContent } from './terms-content.js';
import { TermsVersion } from './terms-version.entity.js';

/** Staff member who changes the terms; undefined for the operator on the command line. */
export interface TermsEditor {
  readonly userId: number;
  readonly username: string;
  readonly credential: Credential;
  readonly address: string;
}

/** A change to a version, for the audit trail. */
export interface TermsEvent {
  readonly event: 'terms_create' | 'terms_update';
  readonly editor: TermsEditor | undefined;
  readonly change: TermsChange;
}

interface TermsChange {
  readonly before?: TermsFacts;
  readonly after: TermsFacts;
}

/** A version, or its changed fields. Includes the text, so that the audit trail keeps any text that was overwritten. */
interface TermsFacts {
  readonly [fact: string]: unknown;
  readonly version: number;
  readonly isActive?: boolean;
  readonly content?: string;
}

/**
 * Records a change within its transaction. Throws if the editor no longer has the right to make it.
 *
 * @returns a function to call after the commit.
 */
export type RecordTerms = (unit: UnitOfWork, event: TermsEvent) => Promise<() => void>;

/** Changes to a version; omitted fields stay as they are. */
export interface TermsChanges {
  readonly content?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** The `updatedAt` of the state that the editor saw, in ISO 8601. No other state is overwritten. */
  readonly seenUpdatedAt?: string | undefined;
}

/** A version in a list, without its text. */
export interface ListedVersion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly isActive: boolean;
  /** Length of the text in characters. */
  readonly length: number;
}

interface RenderedAhead {
  /** The new text, if the update contains one. */
  readonly given?: string;
  /** The text that was rendered. If the version is changed concurrently, its text will be different. */
  readonly content?: string;
  readonly html?: string | undefined;
}

interface Changed {
  readonly version: TermsVersion;
  /** Has to be called once the change is durable. */
  readonly notify: () => void;
}

interface TermsVersionsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly thread: Pick<TermsThread, 'html' | 'shownHtml' | 'difference'>;
  readonly shown: Pick<ShownTerms, 'saved'>;
  readonly readers: Pick<TermsReaders, 'markWithin'>;
  readonly record: RecordTerms;
}

/** Lets staff edit versions of the terms (contract 6). Every change is published and recorded immediately. */
export class TermsVersions {
  constructor(private readonly deps: TermsVersionsDeps) {}

  /** Lists versions, newest first. A page key consists of the creation time in milliseconds and the id. */
  async list(request: PageRequest<readonly [number, number]>): Promise<Page<ListedVersion>> {
    const versions = await this.deps.em.fork().findByCursor(TermsVersion, {
      fields: ['id', 'createdAt', 'updatedAt', 'isActive'],
      orderBy: { createdAt: 'desc', id: 'desc' },
      ...cursorOptions(request, ([createdMs, id]) => ({ createdAt: new Date(createdMs), id })),
      includeCount: false,
      disableIdentityMap: true,
    });
    const page = pageOfCursor(versions, ({ createdAt, id }) => [createdAt.getTime(), id]);
    const lengths = await this.#readLengths(page.items.map(({ id }) => id));
    return { ...page, items: page.items.map((version) => ({ ...version, length: lengths.get(version.id) ?? 0 })) };
  }

  /**
   * Returns one version with its text.
   *
   * @throws {NotFound}
   */
  async read(id: number): Promise<TermsVersion> {
    const version = await this.deps.em.fork().findOne(TermsVersion, { id });
    if (!version) throw new NotFound('terms.noSuchVersion');
    return version;
  }

  /**
   * Adds a version. If it is active, it is shown to all users from now on.
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
      const createdAt = timeAfter(newest?.createdAt, clock.now());
      const row = { content, isActive, createdAt, updatedAt: createdAt };
      const version = { ...row, id: await unit.insert(TermsVersion, row) };
      const notify = await record(unit, { event: 'terms_create', editor, change: { after: factsOf(version) } });
      return { version, notify };
    });
  }

  /**
   * Changes the given fields of a version. Its creation time stays the same, so editing an old version does not promote
   * it.
   *
   * @throws {NotFound}
   * @throws {InvalidFields} naming `content`.
   * @throws {TermsChangedMeanwhile} if the version has been changed since the editor read it.
   */
  async update(id: number, changes: TermsChanges, editor?: TermsEditor): Promise<TermsVersion> {
    const ahead = await this.#renderAhead(id, changes);
    const { clock, record } = this.deps;
    return this.#change(ahead, editor, async (unit) => {
      // Bypasses the identity map, which would flush its entities over the update below.
      const version = await unit.findOne(TermsVersion, { id }, { disableIdentityMap: true });
      if (!version) throw new NotFound('terms.noSuchVersion');
      const seen = version.updatedAt;
      if (changes.seenUpdatedAt !== undefined && Date.parse(changes.seenUpdatedAt) !== seen.getTime()) {
        throw new TermsChangedMeanwhile();
      }
      const next = {
        content: ahead.given ?? version.content,
        isActive: changes.isActive ?? version.isActive,
        updatedAt: timeAfter(seen, clock.now()),
      };
      // Another process may have saved the version in the meantime, so the update also checks the time.
      if ((await unit.nativeUpdate(TermsVersion, { id, updatedAt: seen }, next)) === 0)
        throw new TermsChangedMeanwhile();
      const change = computeChange(version, { ...version, ...next });
      const notify = await record(unit, { event: 'terms_update', editor, change });
      return { version: { ...version, ...next }, notify };
    });
  }

  /**
   * Renders a text as users would see it.
   *
   * @throws {InvalidFields} naming `content` if it takes too long, or if part of it would be missing.
   */
  async preview(typed: string): Promise<string> {
    return this.deps.thread.html(readContent(typed));
  }

  /**
   * Compares two versions.
   *
   * @throws {NotFound}
   */
  async difference(from: number, to: number): Promise<Difference> {
    const [older, newer] = await Promise.all([this.read(from), this.read(to)]);
    return this.deps.thread.difference(older.content, newer.content);
  }

  /** Renders the text that an update may cause to be shown. Done before the change so that no reader has to wait. */
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

  /**
   * Makes a change in a transaction and then publishes it. If a different version is shown afterwards, it counts as
   * seen by the editor.
   */
  async #change(
    ahead: RenderedAhead,
    editor: TermsEditor | undefined,
    change: (unit: UnitOfWork) => Promise<Changed>,
  ): Promise<TermsVersion> {
    const { em, shown, readers } = this.deps;
    const { version, notify } = await em.fork().transactional(async (unit) => {
      const before = await findShown(unit);
      const changed = await change(unit);
      const after = await findShown(unit);
      if (editor && after && after.id !== before?.id) {
        await readers.markWithin(unit, editor.userId, after.id);
      }
      return changed;
    });
    notify();
    await shown.saved(version, ahead.content === version.content ? ahead.html : undefined);
    return version;
  }

  async #readLengths(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
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

/** Returns only the version and its changed fields; otherwise, each activation would store the whole text twice. */
function computeChange(before: TermsVersion, after: TermsVersion): TermsChange {
  const contentChanged = before.content !== after.content;
  const activeChanged = before.isActive !== after.isActive;
  const changed = ({ id, isActive, content }: TermsVersion) => ({
    version: id,
    ...(activeChanged && { isActive }),
    ...(contentChanged && { content }),
  });
  return { before: changed(before), after: changed(after) };
}

/**
 * Returns the current time, but always later than `before`, even if the wall clock was set back or has not advanced by
 * a millisecond.
 */
function timeAfter(before: Date | undefined, now: Date): Date {
  return new Date(Math.max(now.getTime(), before ? before.getTime() + 1 : 0));
}
