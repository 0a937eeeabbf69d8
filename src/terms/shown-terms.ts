import type { UnitOfWork } from '../db/database.js';
import type { Logger } from '../shared/logger.js';
import type { ReportFailure } from '../shared/report-failure.js';
import { plainTerms } from './terms-plain.js';
import type { TermsThread } from './terms-thread.js';
import { TermsVersion } from './terms-version.entity.js';

/** The pub/sub topic that carries which version is shown, as {@link ShownChange}. */
export const SHOWN_TERMS_TOPIC = 'shown-terms';

/** The version that everybody is shown, in the state at hand. */
export interface ShownVersion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Rendered {
  readonly of: ShownVersion;
  readonly html: Promise<string>;
}

/** What is shown from now on. */
export interface ShownChange {
  /** Null when there is no active version. */
  readonly shown: ShownVersion | null;
}

interface ShownTermsDeps {
  readonly em: UnitOfWork;
  readonly thread: Pick<TermsThread, 'shownHtml'>;
  readonly logger: Logger;
  /** A number that differs after every write to the database, by whomever; undefined when that is unknown. */
  readonly version: () => number | undefined;
  /** Called when another version is shown than before, or the same in another state. */
  readonly publish: (change: ShownChange) => void;
  readonly report: ReportFailure;
}

/** The active version that was created last (contract 6), as the database has it at the moment. */
export class ShownTerms {
  #known: { readonly shown: ShownVersion | null; readonly at: number | undefined } | undefined;
  /** Looks at the database are numbered as they begin: what an earlier one saw is no news after a later one. */
  #lastStarted = 0;
  #lastApplied = 0;
  #rendered: Rendered | undefined;
  #saved: Rendered | undefined;

  constructor(private readonly deps: ShownTermsDeps) {}

  /**
   * The version that is shown now; null when none is active. Looks at the database only where something may have been
   * written, by this process or another, and publishes what is another than before.
   */
  async current(): Promise<ShownVersion | null> {
    const version = this.deps.version();
    if (this.#known && version !== undefined && version === this.#known.at) return this.#known.shown;
    const lookup = ++this.#lastStarted;
    const shown = await findShown(this.deps.em.fork());
    if (lookup > this.#lastApplied) {
      this.#lastApplied = lookup;
      const before = this.#known;
      this.#known = { shown, at: version };
      if (!before || keyOf(before.shown) !== keyOf(shown)) {
        // Begun at once, so that whoever is told of it finds it done.
        if (shown) this.html(shown).catch(this.deps.report);
        this.deps.publish({ shown });
      }
    }
    return shown;
  }

  /** As {@link current}, after a version was saved whose HTML is known: no reader waits for it. */
  saved(version: ShownVersion, html: string): Promise<ShownVersion | null> {
    this.#saved = { of: version, html: Promise.resolve(html) };
    return this.current();
  }

  /** The text of a shown version as HTML; rendered once for all who ask. */
  html(version: ShownVersion): Promise<string> {
    if (this.#saved && keyOf(this.#saved.of) === keyOf(version)) this.#rendered = this.#saved;
    if (!this.#rendered || keyOf(this.#rendered.of) !== keyOf(version)) {
      const rendered = { of: version, html: this.#render(version) };
      this.#rendered = rendered;
      // Who asks after a failure tries again.
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

/** The active version that was created last, as a unit of work finds it. */
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
