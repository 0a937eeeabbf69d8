import { InvalidFields } from '../../../../shared/errors/errors.js';
import { type ReadScrape, readScrape, type ScrapeTarget, type TypedScrape } from '../source/scrape-target.js';
import type { RemoteSource, SourceKind } from '../source/source-kind.js';

/** Choice of what measures a host. */
export interface TypedSource {
  /** An agent by default, or an exporter where `scrape` says how to read it. */
  readonly source?: Exclude<SourceKind, 'OWN'> | undefined;
  readonly scrape?: TypedScrape | undefined;
  readonly intervalSeconds?: number | undefined;
}

/** Reads what is to measure a host, and where it is read. @throws {InvalidFields} */
export function readSource({ source, scrape, intervalSeconds }: TypedSource): {
  readonly source: RemoteSource | null;
  readonly scrape: ReadScrape | undefined;
} {
  const meant = source ?? (scrape ? 'NODE_EXPORTER' : 'AGENT');
  if (meant === 'AGENT' || meant === 'OTLP') {
    if (scrape) throw new InvalidFields({ scrape: ['monitoring.scraping.superfluous'] });
    if (meant === 'AGENT') return { source: null, scrape: undefined };
  } else if (!scrape) throw new InvalidFields({ scrape: ['monitoring.scraping.missing'] });
  if (intervalSeconds !== undefined) {
    throw new InvalidFields({ intervalSeconds: ['monitoring.hosts.intervalOfAgents'] });
  }
  return { source: meant, scrape: scrape && readScrape(scrape) };
}

/** Describes a source for the audit trail. */
export function sourceFacts(source: RemoteSource | null, target: ScrapeTarget | undefined) {
  return { ...(source && { source }), ...(target && scrapeFacts(target)) };
}

/** Describes a target for the audit trail, without the query of its address, which may be secret. */
export function scrapeFacts({ url, username, hasBearerToken, hasCaCertificate }: ScrapeTarget) {
  const { origin, pathname } = new URL(url);
  const credentials = hasBearerToken ? 'bearer' : username === null ? 'none' : 'basic';
  return { url: origin + pathname, credentials, ...(hasCaCertificate && { certificate: true }) };
}
