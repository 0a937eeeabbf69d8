import type { FileSystem, OwnReading } from '../../features/monitoring/host/host-metrics.js';
import { clamp, DAY_MS, flicker, HOUR_MS, MINUTE_MS, noise, plateau } from './curves.js';
import { type Episode, strengthOf } from './episodes.js';
import type { InventedDisk, InventedMachine, Rhythm } from './machine.js';

/** The flaky machine is silent for this part of each window: long enough to be late, too short to be away. */
const WINDOW_MS = 12 * MINUTE_MS;
const SILENT_MS = 75_000;

/** A backup takes this part of an hour and these resources. */
const BACKUP = { hours: 0.45, cpu: 22, read: 140e6, written: 90e6, received: 38e6 };

/** A disk is never full: the demonstration may run for weeks. */
const FULLEST_PERCENT = 94;

/** The readings of an invented machine at any time, the same each time it is asked. */
export class InventedReadings {
  readonly #zoneMs: number;
  readonly #bootedMs: number;

  /**
   * @param startMs the start of the demonstration, to which the machine's past leads.
   * @param zoneMinutes the difference between local time and UTC, by which its people keep their hours.
   */
  constructor(
    readonly machine: InventedMachine,
    readonly startMs: number,
    zoneMinutes = -new Date(startMs).getTimezoneOffset(),
  ) {
    this.#zoneMs = zoneMinutes * MINUTE_MS;
    this.#bootedMs = startMs - machine.runningDays * DAY_MS;
  }

  /** When the machine was booted, ISO 8601. */
  get startedAt(): string {
    return new Date(Math.floor(this.#bootedMs / 1000) * 1000).toISOString();
  }

  /** Whether nothing was measured, or can be sent, at a time. */
  isSilentAt(atMs: number): boolean {
    const { isFlaky, episodes } = this.machine;
    if (isFlaky && atMs % WINDOW_MS >= WINDOW_MS - SILENT_MS) return true;
    return episodes.some((one) => one.isOff && strengthOf(one, atMs, this.startMs) > 0.5);
  }

  at(atMs: number): OwnReading {
    const reading = this.pastAt(atMs);
    const corePercents = Array.from({ length: this.machine.facts.cores }, (_, core) =>
      clamp(reading.cpuPercent * (0.6 + 0.8 * noise(atMs, 20_000, 50 + core)), 0, 100),
    );
    return { ...reading, corePercents };
  }

  /** Like {@link at}, without what no history keeps, since there are hundreds of thousands of them. */
  pastAt(atMs: number): OwnReading {
    const { machine } = this;
    const { facts, ramBytes, swapBytes, celsius } = machine;
    const activity = this.#activityAt(atMs);
    const backup = this.#backupAt(atMs);
    const cpuPercent = this.#cpuAt(atMs, activity, backup);
    const ramPercent = this.#ramAt(atMs, activity);
    const load = (cpuPercent / 100) * facts.cores;
    const disks = machine.disks.map((disk) => this.#fileSystem(disk, atMs));
    const [monitored] = disks;
    return {
      cpuPercent,
      corePercents: null,
      cpuTemperatureCelsius: celsius
        ? celsius.idle + celsius.perPercent * cpuPercent + 2 * noise(atMs, 10 * MINUTE_MS, this.#seed(1))
        : null,
      loadAverage: [
        load * (0.85 + 0.3 * noise(atMs, MINUTE_MS, this.#seed(2))),
        load * (0.9 + 0.15 * noise(atMs, 5 * MINUTE_MS, this.#seed(2))),
        load * (0.92 + 0.08 * noise(atMs, 15 * MINUTE_MS, this.#seed(2))),
      ],
      ramTotalBytes: ramBytes,
      ramAvailableBytes: Math.round(ramBytes * (1 - ramPercent / 100)),
      swapTotalBytes: swapBytes,
      swapUsedBytes: Math.round((swapBytes * this.#swapAt(atMs, ramPercent)) / 100),
      diskTotalBytes: monitored?.totalBytes ?? 0,
      diskUsedBytes: monitored?.usedBytes ?? 0,
      diskAvailableBytes: monitored?.availableBytes ?? 0,
      ...this.#transfers(atMs, activity, backup),
      fileSystems: disks,
      uptimeSeconds: Math.max(0, Math.floor((atMs - this.#bootedMs) / 1000)),
      kernelFigures: { memoryPressurePercent: clamp((ramPercent - 82) * 0.9, 0, 40) },
      limits: null,
      stale: [],
    };
  }

  /** How busy its people keep it, from 0 to about 1; more of them from year to year. */
  #activityAt(atMs: number): number {
    const local = atMs + this.#zoneMs;
    const hour = (local % DAY_MS) / HOUR_MS;
    const growth = 1 + (0.25 * (atMs - this.startMs)) / (365 * DAY_MS);
    // Monday is 0: the first of January 1970 was a Thursday.
    const weekday = Math.floor(local / DAY_MS + 3) % 7;
    const usual = rhythms[this.machine.rhythm](hour, weekday >= 5);
    return usual * clamp(growth, 0.4, 1.1) * (0.7 + 0.5 * noise(atMs, 25 * MINUTE_MS, this.#seed(3)));
  }

  #backupAt(atMs: number): number {
    const { backupHour } = this.machine;
    if (backupHour === undefined) return 0;
    const hour = ((atMs + this.#zoneMs) % DAY_MS) / HOUR_MS;
    return plateau(hour, backupHour, backupHour + BACKUP.hours, 0.05);
  }

  #cpuAt(atMs: number, activity: number, backup: number): number {
    const { idle, busy } = this.machine.cpu;
    const swell = busy * activity + 5 * noise(atMs, 3 * MINUTE_MS, this.#seed(4)) ** 2;
    const burst = noise(atMs, 40 * MINUTE_MS, this.#seed(5)) > 0.93 ? 14 : 0;
    const grain = 3 * flicker(atMs, this.#seed(6));
    const usual = idle + swell + burst + grain + BACKUP.cpu * backup;
    return clamp(
      this.#pushed(usual, atMs, ({ cpuPercent }) => cpuPercent && cpuPercent + grain),
      0.2,
      100,
    );
  }

  #ramAt(atMs: number, activity: number): number {
    const { idle, busy } = this.machine.ram;
    const usual = idle + busy * activity * 0.6 + 7 * noise(atMs, 5 * HOUR_MS, this.#seed(7));
    const grain = 0.3 * flicker(atMs, this.#seed(8));
    return clamp(this.#pushed(usual, atMs, ({ ramPercent }) => ramPercent) + grain, 1, 97);
  }

  #swapAt(atMs: number, ramPercent: number): number {
    const { swapPercent } = this.machine;
    return swapPercent * (0.8 + 0.4 * noise(atMs, DAY_MS, this.#seed(9))) + Math.max(0, ramPercent - 80);
  }

  #transfers(atMs: number, activity: number, backup: number) {
    const { network, diskActivity } = this.machine;
    const share = (seed: number) =>
      (0.06 + activity) * (0.35 + noise(atMs, MINUTE_MS, this.#seed(seed)) * flicker(atMs, this.#seed(seed)));
    const jitter = 0.85 + 0.15 * flicker(atMs, this.#seed(14));
    const received = network.received * share(10) + BACKUP.received * backup * jitter;
    return {
      network: {
        received: this.#pushed(received, atMs, (one) => one.received && one.received * jitter),
        sent: network.sent * share(11),
      },
      diskActivity: {
        read: diskActivity.read * share(12) + BACKUP.read * backup * jitter,
        written: diskActivity.written * share(13) + BACKUP.written * backup * jitter,
      },
    };
  }

  #fileSystem(disk: InventedDisk, atMs: number): FileSystem & { readonly totalBytes: number } {
    const { path, type, totalBytes } = disk;
    const usedBytes = Math.round((totalBytes * this.#diskAt(disk, atMs)) / 100);
    return { path, type, readOnly: false, totalBytes, usedBytes, availableBytes: totalBytes - usedBytes, stale: false };
  }

  /** Percentage of a disk in use, which is exactly the one given at the start. */
  #diskAt({ percent, perDay, copied }: InventedDisk, atMs: number): number {
    const days = (atMs - this.startMs) / DAY_MS;
    const wave = (ms: number) => 1.6 * noise(ms, 11 * DAY_MS, this.#seed(15));
    const missing = copied ? copied.points * (1 - clamp(1 + (days * 24) / copied.hours, 0, 1)) : 0;
    return clamp(percent + perDay * days + wave(atMs) - wave(this.startMs) - missing, 2, FULLEST_PERCENT);
  }

  /** Moves a value towards those of the episodes that are going on. */
  #pushed(usual: number, atMs: number, target: (episode: Episode) => number | undefined): number {
    let value = usual;
    for (const episode of this.machine.episodes) {
      const goal = target(episode);
      if (goal !== undefined) value += (goal - value) * strengthOf(episode, atMs, this.startMs);
    }
    return value;
  }

  /** Keeps the noise of one machine apart from that of another. */
  #seed(kind: number): number {
    return this.machine.number * 100 + kind;
  }
}

const rhythms: Readonly<Record<Rhythm, (hour: number, isWeekend: boolean) => number>> = {
  evenings: (hour, isWeekend) => 0.12 + plateau(hour, isWeekend ? 10 : 17, 23.8, 2.5) * (isWeekend ? 0.8 : 0.7),
  office: (hour, isWeekend) => 0.1 + plateau(hour, 7, 20, 2.5) * (isWeekend ? 0.25 : 0.85),
  lessons: (hour, isWeekend) =>
    isWeekend ? 0.04 : 0.06 + 0.8 * (plateau(hour, 7.5, 12.2, 0.8) + plateau(hour, 13, 17.6, 0.8)),
};
