import type { UnitOfWork } from '../../../../platform/db/database.js';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { NoSuchHost } from '../../hosts/hosts.errors.js';
import { parseHostNumber } from '../../hosts/named-hosts.js';
import type { FoundProblem } from '../../hosts/source/host-problem.js';
import type { ScrapeStore } from '../../hosts/source/scrape-store.js';
import { type ReadScrape, readScrape, type TypedScrape } from '../../hosts/source/scrape-target.js';
import { Host } from '../../hosts/storage/host.entity.js';
import type { Sample } from '../../sampler.js';
import { ExporterReader, type ReadExporter } from './exporter-reader.js';
import { requestExposition, ScrapeProblem } from './request-exposition.js';

/** Time between the two answers from which rates follow. */
const APART_MS = 1000;

interface ScrapePreviewsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly guard: Guard;
  readonly store: Pick<ScrapeStore, 'open'>;
}

/** Result of reading an address once. */
export interface ScrapePreview extends Partial<Pick<ReadExporter, 'facts' | 'version'>> {
  readonly sample?: Sample | undefined;
  readonly problem: FoundProblem | undefined;
}

/** Reads an address for staff who are about to add or change a host, without storing anything. */
export class ScrapePreviews {
  constructor(private readonly deps: ScrapePreviewsDeps) {}

  /**
   * Reads an address twice, since some figures follow from two answers.
   *
   * @param hostId the host whose credentials count where none are typed.
   * @throws {InvalidFields | NoSuchHost}
   */
  async read(typed: TypedScrape, hostId: string | undefined): Promise<ScrapePreview> {
    const scrape = readScrape(typed, hostId === undefined ? undefined : await this.#stored(hostId));
    const reader = new ExporterReader();
    try {
      await this.#readOnce(reader, scrape);
      await this.deps.clock.wait(APART_MS);
      return await this.#readOnce(reader, scrape);
    } catch (error) {
      if (error instanceof ScrapeProblem) return { problem: error.problem };
      throw error;
    }
  }

  async #stored(hostId: string) {
    const number = parseHostNumber(hostId) ?? 0;
    const host = await this.deps.em.fork().findOne(Host, { number, retiredAt: null });
    if (!host?.scrape) throw new NoSuchHost();
    return this.deps.store.open({ ...host, scrape: host.scrape });
  }

  async #readOnce(reader: ExporterReader, scrape: ReadScrape): Promise<ScrapePreview> {
    const { clock, guard } = this.deps;
    const exposition = await requestExposition(scrape, { guard, clock });
    const now = clock.now();
    const { reading, ...rest } = reader.read(exposition, { atMs: clock.steady().getTime(), now });
    return { ...rest, sample: { ...reading, sampledAt: now.toISOString() } };
  }
}
