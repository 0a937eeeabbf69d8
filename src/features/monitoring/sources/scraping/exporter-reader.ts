import type { HostFacts } from '../../host/facts/host-facts.js';
import type { HostReading } from '../../host/host-metrics.js';
import type { FoundProblem } from '../../hosts/source/host-problem.js';
import type { ExporterFigures } from './exporter-figures.js';
import { ExporterRates } from './exporter-rates.js';
import type { Exposition } from './exposition.js';
import { NODE_PREFIX, readNodeExporter } from './node-exporter.js';
import { ScrapeProblem } from './request-exposition.js';
import { readWindowsExporter, WINDOWS_PREFIX } from './windows-exporter.js';

/** An answer of an exporter, as a reading of its machine. */
export interface ReadExporter {
  readonly reading: HostReading;
  readonly facts: HostFacts | undefined;
  readonly version: string | undefined;
  /** Undefined if nothing usual is missing. */
  readonly problem: FoundProblem | undefined;
}

/** Reads the answers of one exporter, one after the other. */
export class ExporterReader {
  readonly #rates = new ExporterRates();

  /**
   * Reads an answer.
   *
   * @param atMs when it arrived, by a monotonic clock; `now` is the same moment by the service's.
   * @throws {ScrapeProblem} if it has no figures of a machine.
   */
  read(exposition: Exposition, { atMs, now }: { readonly atMs: number; readonly now: Date }): ReadExporter {
    const figures = readFigures(exposition, now);
    const reading = this.#rates.read(figures, atMs);
    const { facts, version } = figures;
    return { reading, facts, version, problem: findMissing(figures) };
  }
}

function readFigures(exposition: Exposition, now: Date): ExporterFigures {
  if (exposition.named(NODE_PREFIX).length > 0) return readNodeExporter(exposition);
  if (exposition.named(WINDOWS_PREFIX).length > 0) return readWindowsExporter(exposition, now.getTime() / 1000);
  throw new ScrapeProblem({ code: 'NOT_METRICS' });
}

function findMissing({ cores, amounts }: ExporterFigures): FoundProblem | undefined {
  const missing = [
    ...(cores ? [] : ['cpu']),
    ...(amounts.ramTotalBytes === null ? ['memory'] : []),
    ...(amounts.fileSystems === null ? ['filesystem'] : []),
  ];
  if (!cores && amounts.ramTotalBytes === null) throw new ScrapeProblem({ code: 'NOT_METRICS', detail: 'cpu, memory' });
  return missing.length > 0 ? { code: 'INCOMPLETE', detail: missing.join(', ') } : undefined;
}
