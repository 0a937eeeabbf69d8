import type { UnitOfWork } from '../../platform/db/database.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import { plainTerms } from './rendering/terms-plain.js';
import type { TermsThread } from './rendering/terms-thread.js';
import { TermsVersion } from './versions/terms-version.entity.js';

/** Pub/sub topic that announces the shown version as {@link ShownChange}. */
export const SHOWN_TERMS_TOPIC = 'shown-terms';

/** The version shown to users, in its current state. */
export interface ShownVersion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Rendered {
  readonly of: ShownVersion;
  readonly html: Promise<string>;
}

/** The version shown from now on. */
export interface ShownChange {
  /** Null when there is no active version. */
  readonly shown: ShownVersion | null;
}

interface ShownTermsDeps {
  readonly em: UnitOfWork;
  readonly thread: Pick<TermsThread, 'shownHtml'>;
  readonly logger: Logger;
  /** Returns a number that changes whenever any process changes the terms; undefined if unknown. */
  readonly version: () => number | undefined;
  /** Must be called after this process has changed the terms, so that it doesn't have to wait for a notification. */
  readonly noteChange: () => void;
  /** Called when a different version becomes the shown one, or the shown one is edited. */
  readonly publish: (change: ShownChange) => void;
  readonly report: ReportFailure;
}

/** Caches the shown version, i.e. the most recently created active one (contract 6), until the terms change. */
export class ShownTerms {
  #known: { readonly shown: ShownVersion | null; readonly at: number | undefined } | undefined;
  /**
   * Numbers reads in the order in which they begin, so that an earlier one finishing late cannot overwrite a later
   * result.
   */
  #begun = 0;
  #newest = 0;
  #rendered: Rendered | undefined;
  #saved: Rendered | undefined;

  constructor(private readonly deps: ShownTermsDeps) {}

  /**
   * Returns the currently shown version; null if none is active. Queries the database only if this process or another
   * may have written to it. Publishes any change.
   */
  async current(): Promise<ShownVersion | null> {
    const version = this.deps.version();
    if (this.#known && version !== undefined && version === this.#known.at) return this.#known.shown;
    const read = ++this.#begun;
    const shown = await findShown(this.deps.em.fork());
    if (read > this.#newest) {
      this.#newest = read;
      const before = this.#known;
      this.#known = { shown, at: version };
      if (!before || keyOf(before.shown) !== keyOf(shown)) {
        // Rendered right away so that the HTML is ready when clients respond to the push.
        if (shown) this.html(shown).catch(this.deps.report);
        this.deps.publish({ shown });
      }
    }
    return shown;
  }

  /**
   * Does the same as {@link current} after a version has been saved. HTML that is already known isn't rendered again.
   */
  saved(version: ShownVersion, html: string | undefined): Promise<ShownVersion | null> {
    this.deps.noteChange();
    if (html !== undefined) this.#saved = { of: version, html: Promise.resolve(html) };
    return this.current();
  }

  /** Returns the HTML of a shown version, which is rendered once for all readers. */
  html(version: ShownVersion): Promise<string> {
    if (this.#saved && keyOf(this.#saved.of) === keyOf(version)) this.#rendered = this.#saved;
    if (!this.#rendered || keyOf(this.#rendered.of) !== keyOf(version)) {
      const rendered = { of: version, html: this.#render(version) };
      this.#rendered = rendered;
      // Failures are not cached, so the next call tries again.
      rendered.html.catch(() => {
        if (this.#rendered === rendered) this.#rendered = undefined;
      });
    }
    return this.#rendered.html;
  }

  async #render({ id }: ShownVersion): Promise<string> {
    const { content } = await this.deps.em.fork().findOneOrFail(TermsVersion, { id }, { fields: ['content'] });
    const html = await this.deps.thread.shownHtml(content);
    if (html !== undefined) return html;
    this.deps.logger.log('warn', 'Rendering the terms takes too long: they are shown as plain text', {
      id,
    });
    return plainTerms(content);
  }
}

/** Finds the most recently created active version within a unit of work. */
export function findShown(unit: UnitOfWork): Promise<ShownVersion | null> {
  return unit.findOne(
    TermsVersion,
    { isActive: true },
    {
      fields: ['id', 'createdAt', 'updatedAt'],
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      disableIdentityMap: true,
    },
  );
}

function keyOf(version: ShownVersion | null): string {
  return version ? `${version.id} ${version.updatedAt.getTime()}` : '';
}
