import type { App, AppDeps } from '../app/app.js';
import { PasswordHasher } from '../features/accounts/credentials/password-hasher.js';
import type { Language } from '../i18n/catalogues.js';
import type { Database } from '../platform/db/database.js';
import { NothingLeaves } from '../platform/outgoing/nothing-leaves.js';
import type { Settings } from '../settings/settings.js';
import type { ReportFailure } from '../shared/errors/report-failure.js';
import type { Clock, Stop } from '../shared/time/clock.js';
import { demoAccounts } from './demo-accounts.js';
import { demoTextsIn } from './demo-texts.js';
import { LivingAgent } from './living-agent.js';
import { factsOf } from './machines/facts.js';
import { inventedMachines } from './machines/machines.js';
import { busiestProcesses, commandOf, processUses } from './machines/processes.js';
import { InventedReadings } from './machines/readings.js';
import { writeAccounts } from './records/accounts.js';
import { writeAlerts } from './records/alerts.js';
import { writeClass } from './records/classroom.js';
import { writeHost } from './records/hosts.js';
import { writeTerms } from './records/terms.js';

interface DemonstrationDeps {
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'metricsIntervalMs' | 'publicUrl'>;
  /** The language of what its people have written, such as the names of rules. */
  readonly language: Language;
  readonly hasher?: Pick<PasswordHasher, 'hash'>;
}

/** A service of invented machines and people: what it shows, and what it replaces of a real one. */
export class Demonstration {
  readonly #machines: readonly InventedReadings[];
  readonly #startMs: number;
  readonly #tokens = new Map<InventedReadings, string>();

  constructor(private readonly deps: DemonstrationDeps) {
    this.#startMs = deps.clock.now().getTime();
    this.#machines = inventedMachines.map((machine) => new InventedReadings(machine, this.#startMs));
  }

  /** Fills an empty database with two years. */
  async fill({ em }: Database): Promise<void> {
    const { settings, language, hasher = new PasswordHasher() } = this.deps;
    const nowMs = this.#startMs;
    const texts = demoTextsIn(language);
    const hashed = hasher.hash(demoAccounts.password, []);
    for (const readings of this.#machines) {
      const token = await writeHost(em.fork(), readings, { nowMs, intervalMs: settings.metricsIntervalMs });
      this.#tokens.set(readings, token);
    }
    // Written after the password is hashed, since the supplied rules are for a database without accounts.
    const ids = await writeAccounts(em.fork(), { nowMs, password: await hashed });
    await writeAlerts(em.fork(), {
      texts,
      nowMs,
      machines: this.#machines,
      staff: demoAccounts.staff,
      publicUrl: settings.publicUrl,
    });
    await writeClass(em.fork(), { nowMs, ownerId: ids.get(demoAccounts.staff) ?? 0 });
    await writeTerms(em.fork(), { texts, nowMs, readerIds: [...ids.values()] });
  }

  /** Returns the parts that stand in for those of the machine it runs on, and for the ways out of it. */
  replacedParts() {
    const { clock } = this.deps;
    const [own] = this.#machines;
    if (!own) throw new Error('There is no machine');
    const nowMs = () => clock.now().getTime();
    return {
      hostMetrics: { read: async () => own.at(nowMs()) },
      processTimes: { next: async () => ({ lengthMs: 60_000, processes: processUses(own, nowMs()) }) },
      ownMachine: {
        facts: { read: async () => factsOf(own) },
        processes: { busiest: async () => busiestProcesses(own, nowMs()) },
        commands: { read: async (id: number) => commandOf(own, id) },
      },
      outgoingGuard: new NothingLeaves(),
      demonstration: demoAccounts,
      mailer: undefined,
    } satisfies Partial<AppDeps>;
  }

  /** Lets the machines with agents go on. @returns a function that stops them. */
  async begin({ services }: App, report: ReportFailure): Promise<Stop> {
    const { clock } = this.deps;
    const agents = [...this.#tokens]
      .filter(([{ machine }]) => machine.number !== 1)
      .map(([readings, token]) => new LivingAgent({ readings, token, intake: services.agentIntake, clock, report }));
    for (const agent of agents) await agent.start();
    return () => {
      for (const agent of agents) agent.stop();
    };
  }
}
