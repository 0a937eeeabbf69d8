import type { UnitOfWork } from '../../platform/db/database.js';
import { type NodeEvents, type NodeLocks, PRUNING } from '../../platform/nodes/node-events.js';
import type { Guard, ResolveName } from '../../platform/outgoing/address-guard.js';
import type { Settings } from '../../settings/settings.js';
import { KeyedMutex } from '../../shared/concurrency/keyed-mutex.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Logger } from '../../shared/logger.js';
import type { Clock, Stop } from '../../shared/time/clock.js';
import { vigiaVersion } from '../../shared/vigia-version.js';
import { agentIntervalMs } from './agent-interval.js';
import { AgentHistories } from './agents/agent-histories.js';
import { AgentTable } from './agents/agent-table.js';
import { ConnectedAgents } from './agents/connected-agents.js';
import { MinuteIntake } from './agents/minute-intake.js';
import { MinuteWriter } from './agents/minute-writer.js';
import type { RefusedCopy } from './agents/refused-copies.js';
import { Analyst } from './analysis/analyst.js';
import { readLastHour } from './analysis/last-hour.js';
import { openAnalysisProvider } from './analysis/open-analysis-provider.js';
import { createOwnHosts } from './create-own-hosts.js';
import { combineHostFamilies } from './exposition/host-families.js';
import type { FamilySource } from './exposition/metric-family.js';
import { Findings } from './findings/findings.js';
import { OwnFacts } from './host/facts/own-facts.js';
import type { HostMetrics } from './host/host-metrics.js';
import { ProcessCommand } from './host/processes/process-command.js';
import { ProcessRecorder } from './host/processes/process-recorder.js';
import type { ProcessTimes } from './host/processes/process-times.js';
import { Processes } from './host/processes/processes.js';
import { FamiliesOfNodes } from './hosts/families-of-nodes.js';
import { EDITED_HOST } from './hosts/host-feed.js';
import { HostProcesses } from './hosts/host-processes.js';
import { NamedHosts } from './hosts/named-hosts.js';
import { OwnFamilies } from './hosts/own-families.js';
import { HostStatuses } from './hosts/status/host-statuses.js';
import { HostHistoryStore } from './hosts/storage/host-history-store.js';
import { HostTable } from './hosts/storage/host-table.js';
import { pruneHistories } from './hosts/storage/prune-histories.js';
import { storedHistory } from './hosts/storage/stored-history.js';
import { HostPushes } from './hosts/subscriptions/host-pushes.js';
import { VisibleHosts } from './hosts/visible-hosts.js';
import { createOtlp } from './otlp/create-otlp.js';
import { ProcessMinutes } from './processes/process-minutes.js';
import { type Sample, Sampler } from './sampler.js';
import { createScraping } from './sources/scraping/create-scraping.js';
import { SourceIntake } from './sources/source-intake.js';

/** Sources about the machine that the service runs on, besides its figures. */
export interface OwnMachine {
  readonly facts: Pick<OwnFacts, 'read'>;
  readonly processes: Pick<Processes, 'busiest'>;
  readonly commands: Pick<ProcessCommand, 'read'>;
}

interface CreateMonitoringDeps {
  readonly settings: Settings;
  readonly em: UnitOfWork;
  readonly events: NodeEvents & NodeLocks;
  /** Unique to this process. */
  readonly nodeId: string;
  /** The machine's id; required if several nodes share a database. */
  readonly hostId: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hostMetrics: HostMetrics & Partial<FamilySource>;
  readonly processTimes: Pick<ProcessTimes, 'next'>;
  /** Answers for this machine in place of the system, as in a demonstration. */
  readonly ownMachine?: OwnMachine | undefined;
  /** Called once for each new sample that is shown, after it has been added to the history. */
  readonly publish: (sample: Sample) => void;
  /** Called when an agent is refused because another one is connected with its token. */
  readonly onAgentCopy: (copy: RefusedCopy) => void;
  /** Resolves the names of hosts that are read; the system's resolver by default. */
  readonly resolveName?: ResolveName | undefined;
  /** Decides where requests may go, in place of the settings. */
  readonly outgoingGuard?: Guard | undefined;
  readonly secretKey: string;
  readonly report: ReportFailure;
}

/** Creates the monitoring services, each once per process. */
export function createMonitoring(deps: CreateMonitoringDeps) {
  const { settings, em, events, clock, logger, hostMetrics, nodeId } = deps;
  const { facts: ownFacts, ...ownProcesses } = deps.ownMachine ?? {
    facts: new OwnFacts({ clock, hostName: settings.hostName }),
    processes: new Processes(clock),
    commands: new ProcessCommand(),
  };
  const table = new HostTable(em, clock);
  const store = new HostHistoryStore(em);
  const hosts = createOwnHosts({
    ...{ ...deps, ownFacts, table, store },
    sampler: () => sampler,
    onSample: (number) => hostStates.noteSample(number),
  });
  const { shown, history, numbers } = hosts;
  const turns = new KeyedMutex();
  const inTurn = <T>(job: () => Promise<T>) => turns.run('hosts', job);
  const intake = {
    ...{ events, clock, logger, inTurn },
    table: new AgentTable(em, nodeId),
    minutes: new MinuteIntake({ clock, logger, writer: new MinuteWriter({ em, inTurn }) }),
    readRetention: (number: number) => table.readRetention(number),
    onSample: (number: number) => hostStates.noteSample(number),
  };
  const agents = new ConnectedAgents({
    ...{ ...intake, onCopy: deps.onAgentCopy },
    onClaim: () => hostStates.noteChange(),
  });
  const sources = new SourceIntake({ ...intake, em, onChange: () => hostStates.noteChange() });
  const scraping = createScraping({ ...deps, intake: sources });
  const noteEditedHost = (number: number) => {
    hostStates.noteChange();
    agents.noteEdited(number);
    otlp.forgetHosts();
    scraping.scraper.noteEdited();
    events.publish(EDITED_HOST, number);
  };
  const otlp = createOtlp({
    ...{ ...intake, em, sources },
    onAdded: noteEditedHost,
    onChange: () => hostStates.noteChange(),
  });
  const processes = new HostProcesses({
    ...{ events, clock, agents, ...ownProcesses },
    ...{ shownHost: numbers.shown, ownHost: numbers.own },
  });
  const hostStates = new HostStatuses({
    ...{ table, events, clock },
    inMemory: (number) => hosts.inMemory(number) ?? agents.newestOf(number) ?? sources.newestOf(number),
    own: { number: numbers.own, version: vigiaVersion },
    historyOf: (number, readSettings) => storedHistory({ number, readSettings, clock, chunks: hosts.chunks }),
    processesOf: (number, isSilent) => ({
      busiest: async () => ((await isSilent()) ? null : processes.busiest(number)),
      command: async (id) => ((await isSilent()) ? null : processes.command(id, number)),
    }),
  });
  const visibleHosts = new VisibleHosts({ hostStates, shownNumber: numbers.shown });
  const local = combineHostFamilies([
    new OwnFamilies({ machine: hostMetrics, number: numbers.own, clock }),
    agents.families,
    scraping.families,
  ]);
  const hostFamilies = settings.database.kind === 'sqlite' ? local : new FamiliesOfNodes({ events, clock, local });
  const processMinutes = new ProcessMinutes({ em, clock, shownHost: numbers.shown });
  const processRecorder = new ProcessRecorder({
    times: deps.processTimes,
    add: async (minute) => {
      const number = numbers.own();
      if (number !== undefined) await processMinutes.add(number, minute);
    },
    logger,
  });
  const sampler: Sampler = new Sampler({
    host: hostMetrics,
    clock,
    logger,
    intervalMs: settings.metricsIntervalMs,
    publish: (sample) => {
      hosts.add(sample);
      processRecorder.note(sample);
    },
  });
  let stopIntake: Stop | undefined;
  return {
    sampler,
    shown,
    history,
    measuredHosts: hosts.measured,
    /** Admits agents (contract 13). */
    agentIntake: agents,
    /** Takes the readings of hosts that are read or sent by something else than an agent (decision 103). */
    sourceIntake: sources,
    /** Takes the metrics that OpenTelemetry sends (decision 104). */
    otlpIntake: otlp.otlpIntake,
    scrapePreviews: scraping.previews,
    scrapeStore: scraping.store,
    agentHistories: new AgentHistories({ em, clock }),
    /** Prunes this machine's history by its retention; on one node, also those that no other node prunes. */
    pruneHistories: async () => pruneHistories({ em, clock, table }, numbers.own(), await events.tryLock(PRUNING)),
    hostStates,
    hostFamilies,
    /**
     * Called after the commit when staff have changed a host, whose connection may no longer be valid, here or on
     * another node.
     */
    noteEditedHost,
    /** Called when another process may have changed hosts without saying which. */
    noteEditedHosts: () => {
      hostStates.noteChange();
      agents.reviewAll();
      otlp.forgetHosts();
      scraping.scraper.noteEdited();
    },
    findings: new Findings({ shown, history }),
    processes,
    processMinutes,
    processRecorder,
    ownFacts,
    visibleHosts,
    namedHosts: new NamedHosts({ visibleHosts }),
    recentMinutes: hosts.chunks,
    hostPushes: new HostPushes({ hostStates, visibleHosts, hostFeed: hostStates, clock, report: deps.report }),
    shownNumber: numbers.shown,
    analyst: new Analyst({
      provider: openAnalysisProvider(settings, logger),
      shown: () => ({
        number: numbers.shown() ?? 0,
        isNamed: false,
        latest: shown.latest,
        lastHour: () => readLastHour({ history, clock }),
      }),
      ...(hosts.analyses && { analyses: hosts.analyses }),
      clock,
      timeoutMs: settings.ai.timeoutMs,
      logger,
    }),
    /**
     * Starts reading the host while the rest of the service is still being created. `startMonitoring` reports any
     * failure.
     */
    beginMonitoring: () => void sampler.begin().catch(() => {}),
    /** Takes the first sample, and then one per interval. Resolves to this machine's number, if it has one. */
    startMonitoring: async () => {
      const number = await hosts.start(() => sampler.start());
      for (const changed of await table.followInterval(agentIntervalMs(settings.metricsIntervalMs))) {
        events.publish(EDITED_HOST, changed);
      }
      const stops = [agents.start(), otlp.otlpIntake.start(), sources.start(), scraping.scraper.start()];
      stopIntake = () => {
        for (const stop of stops) stop();
      };
      return number;
    },
    stopMonitoring: () => {
      sampler.stop();
      hosts.stop();
      stopIntake?.();
    },
  };
}
