import type { SecretBox } from '../../../../shared/secret-box.js';
import {
  openScrapeSecrets,
  type ReadScrape,
  type ScrapeTarget,
  type StoredScrape,
  scrapeSecretBox,
} from './scrape-target.js';

/** The columns of a host that is read. */
interface ScrapeColumns {
  readonly scrape: string;
  readonly scrapeSecrets: string | null;
}

/** Converts targets to and from the columns of the hosts table. */
export class ScrapeStore {
  readonly #box: SecretBox;

  constructor(secretKey: string) {
    this.#box = scrapeSecretBox(secretKey);
  }

  seal({ target, secrets }: Pick<ReadScrape, 'target' | 'secrets'>): ScrapeColumns {
    const known = Object.entries(secrets).filter(([, secret]) => secret !== undefined);
    return {
      scrape: JSON.stringify(target),
      scrapeSecrets: known.length > 0 ? this.#box.seal(JSON.stringify(Object.fromEntries(known))) : null,
    };
  }

  open({ scrape, scrapeSecrets, intervalMs }: ScrapeColumns & { readonly intervalMs: number }): StoredScrape {
    const target = JSON.parse(scrape) as ScrapeTarget;
    return { target, secrets: openScrapeSecrets(this.#box, scrapeSecrets), intervalMs };
  }
}
