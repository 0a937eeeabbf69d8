import type { UnitOfWork } from '../../../../platform/db/database.js';
import type { NodeEvents, NodeLocks } from '../../../../platform/nodes/node-events.js';
import { AddressGuard, type Guard, type ResolveName } from '../../../../platform/outgoing/address-guard.js';
import { CachedLookups } from '../../../../platform/outgoing/cached-lookups.js';
import type { Settings } from '../../../../settings/settings.js';
import type { ReportFailure } from '../../../../shared/errors/report-failure.js';
import type { Logger } from '../../../../shared/logger.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { ownAddresses } from '../../host/facts/own-addresses.js';
import { ScrapeStore } from '../../hosts/source/scrape-store.js';
import type { SourceIntake } from '../source-intake.js';
import { ScrapePreviews } from './scrape-previews.js';
import { ScrapedFamilies } from './scraped-families.js';
import { readScrapedHosts } from './scraped-hosts.js';
import { Scraper } from './scraper.js';

interface CreateScrapingDeps {
  readonly settings: Pick<Settings, 'scrapeAllowedNetworks' | 'publicUrl' | 'port'>;
  readonly em: UnitOfWork;
  readonly events: NodeEvents & NodeLocks;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly secretKey: string;
  readonly resolveName?: ResolveName | undefined;
  readonly outgoingGuard?: Guard | undefined;
  readonly intake: SourceIntake;
  readonly report: ReportFailure;
}

/** Creates the services that read the exporters of hosts. */
export function createScraping(deps: CreateScrapingDeps) {
  const { settings, em, clock, secretKey, resolveName, outgoingGuard } = deps;
  const { scrapeAllowedNetworks: allowedNetworks, publicUrl, port: ownPort } = settings;
  const { resolve } = new CachedLookups(clock, resolveName);
  const guard =
    outgoingGuard ??
    new AddressGuard({ allowedNetworks, allowsPrivate: true, publicUrl, ownPort, ownAddresses, resolve });
  const store = new ScrapeStore(secretKey);
  const families = new ScrapedFamilies();
  return {
    store,
    families,
    scraper: new Scraper({ ...deps, guard, families, readHosts: () => readScrapedHosts(em, store) }),
    previews: new ScrapePreviews({ em, clock, guard, store }),
  };
}
