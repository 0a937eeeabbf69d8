import type { UnitOfWork } from '../db/database.js';
import { renderTerms } from './terms-html.js';
import { TermsVersion } from './terms-version.entity.js';

/** The pub/sub topic that carries which version is shown, as {@link ShownChange}. */
export const SHOWN_TERMS_TOPIC = 'shown-terms';

/** The version that everybody is shown, in the state at hand. */
export interface ShownVersion {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is shown from now on. */
export interface ShownChange {
  /** Null when there is no active version. */
  readonly shown: ShownVersion | null;
}

interface ShownTermsParts {
  readonly em: UnitOfWork;
  /** A number that differs after every write to the database, by whomever; undefined when that is unknown. */
  readonly version: () => number | undefined;
  /** Called when another version is shown than before, or the same in another state. */
  readonly publish: (change: ShownChange) => void;
}

/** The active version that was created last (contract §6), as the database has it at the moment. */
export class ShownTerms {
  #known: { readonly shown: ShownVersion | null; readonly at: number | undefined } | undefined;
  /** Looks at the database are numbered as they begin: what an earlier one saw is no news after a later one. */
  #begun = 0;
  #newest = 0;
  #rendered: { readonly of: ShownVersion; readonly html: Promise<string> } | undefined;

  constructor(private readonly parts: ShownTermsParts) {}

  /**
   * The version that is shown now; null when none is active. Looks at the database only where something may have been
   * written, by this process or another, and publishes what is another than before.
   */
  async current(): Promise<ShownVersion | null> {
    const at = this.parts.version();
    if (this.#known && at !== undefined && at === this.#known.at) return this.#known.shown;
    const look = ++this.#begun;
    const shown = await this.#read();
    if (look > this.#newest) {
      this.#newest = look;
      const before = this.#known;
      this.#known = { shown, at };
      if (!before || keyOf(before.shown) !== keyOf(shown)) this.parts.publish({ shown });
    }
    return shown;
  }

  /** The text of a shown version as HTML; rendered once for all who ask. */
  html(version: ShownVersion): Promise<string> {
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

  #read(): Promise<ShownVersion | null> {
    return this.parts.em.fork().findOne(
      TermsVersion,
      { isActive: true },
      {
        fields: ['id', 'createdAt', 'updatedAt'],
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        disableIdentityMap: true,
      },
    );
  }

  async #render({ id }: ShownVersion): Promise<string> {
    const { content } = await this.parts.em.fork().findOneOrFail(TermsVersion, { id }, { fields: ['content'] });
    return (await renderTerms(content, Number.POSITIVE_INFINITY)).html;
  }
}

function keyOf(version: ShownVersion | null): string {
  return version ? `${version.id} ${version.updatedAt.getTime()}` : '';
}
