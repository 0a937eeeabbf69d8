import type { UnitOfWork } from '../../../../platform/db/database.js';
import { ChunkTable, floorTo, MINUTE_MS, mergedSamples, type ReadChunks } from '../../history/chunk-table.js';
import type { HostChunks } from '../../history/history-reading.js';
import { type HostMinutes, type RecentMinutes, readMinutesOfHosts } from '../../history/recent-minutes.js';
import { Resolution } from '../../history/resolution.js';
import { createStoredSample, type StoredSample } from '../../history/stored-sample.js';
import type { Sample } from '../../sampler.js';
import { type LockedHost, lockHost, renewLease, setRolledUp } from './host-lease.js';

/**
 * The histories of all hosts, read by every node. Only those of nodes' machines are written here; for hosts with an
 * agent, see MinuteWriter and AgentHistories. `hosts.rolled_up_until` records how far a history has been rolled up.
 */
export class HostHistoryStore implements HostChunks, RecentMinutes {
  constructor(private readonly em: UnitOfWork) {}

  /** Resolves once the database is writable. @throws {Busy} if another process keeps writing for too long. */
  async whenWritable(): Promise<void> {
    await this.em.fork().transactional(async () => {});
  }

  /**
   * Stores a host's newest sample unless another node stores its samples, and rolls up the minutes before it.
   *
   * @returns whether this node stores the host's samples.
   */
  async storeNewest(number: number, nodeId: string, newest: Sample): Promise<boolean> {
    const sample = createStoredSample(newest);
    const startMs = floorTo(sample.atMs, MINUTE_MS);
    return this.em.fork().transactional(async (unit) => {
      const host = await renewLease(unit, { number, nodeId, newest });
      if (!host) return false;
      const stored = await new ChunkTable(unit, number).readSamples(startMs);
      await writeMinute(unit, host, { startMs, samples: mergedSamples(stored, [sample]), overMs: startMs });
      return true;
    });
  }

  /**
   * Stores pending samples of one minute and rolls it up. Skips samples if one within `apartMs` is already stored,
   * since two nodes of one machine may both have continued while the database was unavailable.
   */
  async fill(number: number, samples: readonly StoredSample[], apartMs = 0): Promise<void> {
    const startMs = floorTo(samples[0]?.atMs ?? 0, MINUTE_MS);
    await this.em.fork().transactional(async (unit) => {
      const host = await lockHost(unit, number);
      if (!host) throw new Error(`There is no host ${number}`);
      const stored = await new ChunkTable(unit, number).readSamples(startMs);
      const missing = samples.filter(({ atMs }) => !stored.some((one) => Math.abs(one.atMs - atMs) <= apartMs));
      if (missing.length === 0) return;
      const overMs = startMs + MINUTE_MS;
      await writeMinute(unit, host, { startMs, samples: mergedSamples(stored, missing), overMs });
    });
  }

  /** Reads the chunks that cover a range of a host's history. */
  async read(number: number, resolution: Resolution, fromMs: number, toMs: number): Promise<ReadChunks> {
    const chunks = new ChunkTable(this.em.fork(), number);
    if (resolution !== Resolution.SAMPLES) return chunks.readRollUps(resolution, fromMs, toMs);
    return { written: await chunks.readRange(fromMs, toMs), growing: [] };
  }

  readMinutes(numbers: readonly number[], fromMs: number, toMs: number): Promise<HostMinutes> {
    return readMinutesOfHosts(this.em.fork(), numbers, fromMs, toMs);
  }
}

interface WrittenMinute {
  readonly startMs: number;
  readonly samples: readonly StoredSample[];
  /** End of the time that is over and can be rolled up. */
  readonly overMs: number;
}

/** Writes a minute and rolls up the time that is over; a late minute is rolled up immediately. */
async function writeMinute(unit: UnitOfWork, host: LockedHost, { startMs, samples, overMs }: WrittenMinute) {
  const chunks = new ChunkTable(unit, host.number);
  await chunks.writeSamples(startMs, samples);
  const rolledUpMs = host.rolled_up_until * MINUTE_MS;
  if (startMs < rolledUpMs) await chunks.rollUpRange(startMs, startMs + MINUTE_MS);
  if (overMs <= rolledUpMs) return;
  await chunks.rollUpRange(rolledUpMs, overMs);
  await setRolledUp(unit, host.number, overMs / MINUTE_MS);
}
