import type { UnitOfWork } from '../../platform/db/database.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import { plainTerms } from './rendering/terms-plain.js';
import type { TermsThread } from './rendering/terms-thread.js';
import { TermsVersion } from './versions/terms-version.entity.js';

/** The pub/sub topic that carries which version is shown, as {@link ShownChange}. */
export const SHOWN_TERMS_TOPIC = 'shown-terms';

/** The version that users are shown, in its present state. */
export interface ShownVersion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Rendered {
  readonly of: ShownVersion;
  readonly html: Promise<string>;
}

/** The version that is shown from now on. */
export interface ShownChange {
  /** Null when there is no active version. */
  readonly shown: ShownVersion | null;
}

interface ShownTermsDeps {
  readonly em: UnitOfWork;
  readonly thread: Pick<TermsThread, 'shownHtml'>;
  readonly logger: Logger;
  /** A number that changes with every change of the terms, by any process; undefined when it cannot be known. */
  readonly version: () => number | undefined;
  /** To be called when this process has changed the terms: it must not have to wait for word of that. */
  readonly noteChange: () => void;
  /** Called when another version is shown than before, or when the shown version was edited. */
  readonly publish: (change: ShownChange) => void;
  readonly report: ReportFailure;
}

/** The active version that was created last (contract 6), cached until the terms change. */
export class ShownTerms {
  #known: { readonly shown: ShownVersion | null; readonly at: number | undefined } | undefined;
  /** Reads are numbered as they begin: the result of an earlier one is ignored after that of a later one. */
  #begun = 0;
  #newest = 0;
  #rendered: Rendered | undefined;
  #saved: Rendered | undefined;

  constructor(private readonly deps: ShownTermsDeps) {}

  /**
   * The version that is shown now; null when none is active. Queries the database only if this process or another may
   * have written to it, and publishes a change.
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
        // Rendered at once, so that the HTML is ready when clients respond to the push.
        if (shown) this.html(shown).catch(this.deps.report);
        this.deps.publish({ shown });
      }
    }
    return shown;
  }

  /** As {@link current}, after a version was saved. Where its HTML is known already, it is not rendered again. */
  saved(version: ShownVersion, html: string | undefined): Promise<ShownVersion | null> {
    this.deps.noteChange();
    if (html !== undefined) this.#saved = { of: version, html: Promise.resolve(html) };
    return this.current();
  }

  /** The text of a shown version as HTML, rendered once for all readers. */
  html(version: ShownVersion): Promise<string> {
    if (this.#saved && keyOf(this.#saved.of) === keyOf(version)) this.#rendered = this.#saved;
    if (!this.#rendered || keyOf(this.#rendered.of) !== keyOf(version)) {
      const rendered = { of: version, html: this.#render(version) };
      this.#rendered = rendered;
      // A failure is not cached: the next call tries again.
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
    this.deps.logger.log('warn', 'The terms take too long to become a page: they are shown as they were written', {
      id,
    });
    return plainTerms(content);
  }
}

/** The active version that was created last, read within a unit of work. */
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
