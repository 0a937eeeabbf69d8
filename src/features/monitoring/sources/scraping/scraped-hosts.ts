import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import type { ScrapeStore } from '../../hosts/source/scrape-store.js';
import type { StoredScrape } from '../../hosts/source/scrape-target.js';

/** A host that the service reads. */
export interface ScrapedHost extends StoredScrape {
  readonly number: number;
  /** Its `token_hash`, which changes whenever its settings do. */
  readonly credential: string;
}

interface ScrapedRow {
  readonly number: number;
  readonly token_hash: string;
  readonly interval_ms: number;
  readonly scrape: string;
  readonly scrape_secrets: string | null;
}

/** Lists the hosts that the service reads, with their settings. */
export async function readScrapedHosts(
  em: UnitOfWork,
  store: Pick<ScrapeStore, 'open'>,
): Promise<readonly ScrapedHost[]> {
  const rows = await queryRows<ScrapedRow>(
    em.fork(),
    `select number, token_hash, interval_ms, scrape, scrape_secrets from hosts
      where source = 'NODE_EXPORTER' and retired_at is null and token_hash is not null and scrape is not null
      order by number`,
    [],
  );
  return rows.map((row) => ({
    ...store.open({ scrape: row.scrape, scrapeSecrets: row.scrape_secrets, intervalMs: row.interval_ms }),
    number: row.number,
    credential: row.token_hash,
  }));
}
