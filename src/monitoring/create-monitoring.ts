import type { UnitOfWork } from '../db/database.js';
import type { NodeEvents, NodeLocks } from '../nodes/node-events.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../shared/clock.js';
import type { Logger } from '../shared/logger.js';
import type { ReportFailure } from '../shared/report-failure.js';
import type { Analyses } from './analysis/analyses.js';
import { Analyst } from './analysis/analyst.js';
import { readLastHour } from './analysis/last-hour.js';
import { openAnalysisProvider } from './analysis/open-analysis-provider.js';
import { SharedAnalyses } from './analysis/shared-analyses.js';
import { Findings } from './findings/findings.js';
import { HostFindings } from './findings/host-findings.js';
import { History } from './history/history.js';
import type { ReadableHistory } from './history/history-reading.js';
import { HistoryStore } from './history/history-store.js';
import type { HostFacts } from './host/host-facts.js';
import type { HostMetrics } from './host/host-metrics.js';
import { OwnFacts } from './host/own-facts.js';
import { ProcessCommand } from './host/process-command.js';
import type { ProcessTimes } from './host/process-times.js';
import { type HostProcessList, Processes } from './host/processes.js';
import type { HostFeed } from './hosts/host-feed.js';
import { HostProcesses } from './hosts/host-processes.js';
import { HostPushes } from './hosts/host-pushes.js';
import type { HostStates, HostStatus } from './hosts/host-states.js';
import type { MeasuredHosts } from './hosts/measured-hosts.js';
import { NamedHosts } from './hosts/named-hosts.js';
import { SharedHosts } from './hosts/shared-hosts.js';
import { StoredHostStates } from './hosts/stored-host-states.js';
import { measuringOf, ONLY_HOST } from './measuring-of.js';
import { ProcessMinutes } from './processes/process-minutes.js';
import { ProcessRecorder } from './processes/process-recorder.js';
import { type Sample, Sampler } from './sampler.js';

interface CreateMonitoringDeps {
  readonly settings: Settings;
  readonly em: UnitOfWork;
  readonly events: NodeEvents & NodeLocks;
  /** Tells this process from all others. */
  readonly nodeId: string;
  /** The machine's; needed where several nodes share a database. */
  readonly hostId: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hostMetrics: HostMetrics;
  readonly processTimes: Pick<ProcessTimes, 'next'>;
  /** Called once with each new sample that is shown, which the history has by then. */
  readonly publish: (sample: Sample) => void;
  readonly report: ReportFailure;
}

/** What is shown when no host is named, and how the samples of this machine get there. */
interface Hosts {
  readonly shown: { readonly latest: Sample; readonly intervalMs: number };
  readonly history: ReadableHistory & { flush(): Promise<void>; prune(): Promise<void> };
  readonly measured: MeasuredHosts;
  readonly facts: () => Promise<HostFacts>;
  readonly processes: HostProcessList;
  /** The number of this machine, and of the one that is shown; undefined before they are known. */
  readonly numbers: { readonly own: () => number | undefined; readonly shown: () => number | undefined };
  readonly analyses?: Analyses;
  readonly add: (sample: Sample) => void;
  /** Runs what takes the first sample, and resolves to the number of this machine where there may be several. */
  readonly start: (sample: () => Promise<void>) => Promise<number | null>;
  readonly stop: () => void;
}

/** The rules of monitoring, each built once. */
export function createMonitoring(given: CreateMonitoringDeps) {
  const listeners = new Set<() => void>();
  const deps: CreateMonitoringDeps = {
    ...given,
    publish: (sample) => {
      given.publish(sample);
      for (const listener of listeners) listener();
    },
  };
  const { settings, em, clock, logger, hostMetrics } = deps;
  const ownFacts = new OwnFacts({ clock });
  const hosts: Hosts =
    settings.database.kind === 'sqlite' ? onlyHost(deps, ownFacts, () => sampler) : sharedHosts(deps, ownFacts);
  const processMinutes = new ProcessMinutes({ em, clock, shownHost: hosts.numbers.shown });
  const processRecorder = new ProcessRecorder({
    times: deps.processTimes,
    minutes: processMinutes,
    ownHost: hosts.numbers.own,
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
  const { shown, history, processes } = hosts;
  const { hostStates, hostFeed } = hostsByTable(deps, hosts, listeners);
  const shownNumber = hosts.numbers.shown;
  return {
    sampler,
    shown,
    history,
    measuredHosts: hosts.measured,
    findings: new Findings({ shown, history }),
    processes,
    processMinutes,
    processRecorder,
    ownFacts,
    hostStates,
    hostFindings: new HostFindings({ hostStates }),
    namedHosts: new NamedHosts({ hostStates }),
    hostPushes: new HostPushes({ hostStates, hostFeed, clock, report: deps.report }),
    shownNumber,
    analyst: new Analyst({
      provider: openAnalysisProvider(settings, logger),
      shown: () => ({
        number: shownNumber() ?? 0,
        isNamed: false,
        latest: shown.latest,
        lastHour: () => readLastHour({ history, clock }),
      }),
      ...(hosts.analyses && { analyses: hosts.analyses }),
      clock,
      timeoutMs: settings.ai.timeoutMs,
      logger,
    }),
    /** Takes the first sample and from then on one per interval. Resolves to the number of this machine, if it has one. */
    startMonitoring: () => hosts.start(() => sampler.start()),
    stopMonitoring: () => {
      sampler.stop();
      hosts.stop();
    },
  };
}

/** This machine is the only one: its samples are shown as they are taken, and the history waits a minute in memory. */
function onlyHost(
  { em, clock, logger, publish, ...rest }: CreateMonitoringDeps,
  ownFacts: OwnFacts,
  sampler: () => Sampler,
): Hosts {
  const processes = new Processes(clock);
  const commands = new ProcessCommand();
  const measuring = measuringOf(rest.settings);
  const history = new History({ store: new HistoryStore(em), clock, logger, ...measuring });
  return {
    shown: {
      get latest() {
        return sampler().latest;
      },
      intervalMs: rest.settings.metricsIntervalMs,
    },
    history,
    measured: {
      async list() {
        const { name, cores } = await ownFacts.read();
        return [{ number: ONLY_HOST, name, cores, newest: sampler().latest, ...measuring }];
      },
      shownNumber: ONLY_HOST,
      rows: (_number, request) => history.rows(request),
    },
    processes: { busiest: () => processes.busiest(), command: (id) => commands.read(id) },
    facts: () => ownFacts.read(),
    numbers: { own: () => ONLY_HOST, shown: () => ONLY_HOST },
    add: (sample) => {
      history.add(sample);
      publish(sample);
    },
    start: (sample) => sample().then(() => null),
    stop: () => {},
  };
}

/** This machine is one of those that the nodes of this service run on. */
function sharedHosts(deps: CreateMonitoringDeps, ownFacts: OwnFacts): Hosts {
  const { em, events, clock, hostId, settings } = deps;
  if (hostId === undefined) throw new Error('The id of this machine is missing');
  const hosts = new SharedHosts({ ...deps, ownFacts, ownHost: { id: hostId, ...measuringOf(settings) } });
  const numbers = { own: () => hosts.ownNumber, shown: () => hosts.shownNumber };
  return {
    shown: hosts,
    history: hosts,
    measured: hosts,
    processes: new HostProcesses({
      processes: new Processes(clock),
      commands: new ProcessCommand(),
      events,
      clock,
      shownHost: numbers.shown,
      ownHost: numbers.own,
    }),
    facts: () => hosts.facts(),
    numbers,
    analyses: new SharedAnalyses({ em, events, clock, timeoutMs: settings.ai.timeoutMs }),
    add: (sample) => hosts.add(sample),
    start: (sample) => hosts.start(sample),
    stop: () => hosts.stop(),
  };
}

/** The hosts by their rows; of the one that is shown more is known, and it sets the pace at which the others are looked at. */
function hostsByTable({ em, clock }: CreateMonitoringDeps, hosts: Hosts, listeners: Set<() => void>) {
  const stored = new StoredHostStates({ em, clock });
  const list = async (): Promise<readonly HostStatus[]> => {
    const rows = await stored.list();
    const number = hosts.numbers.shown();
    if (number === undefined) return rows;
    const facts = await hosts.facts();
    const { latest: newest, intervalMs } = hosts.shown;
    const row = rows.find((one) => one.number === number);
    const known = { id: '', name: facts.name, tags: [], hasAgent: false, version: undefined, clockSkewMs: undefined };
    const present = { state: 'LIVE', lastSeenAt: new Date(newest.sampledAt), facts, intervalMs, newest } as const;
    return [{ ...known, ...row, number, ...present }, ...rows.filter((one) => one !== row)].sort(
      (a, b) => a.number - b.number,
    );
  };
  const hostStates: HostStates = {
    list,
    find: async (id) => (await list()).find((host) => host.id === id),
    byNumber: async (number) => (await list()).find((host) => host.number === number),
    history: (number) => (number === hosts.numbers.shown() ? hosts.history : stored.history(number)),
    processes: (number) =>
      number === hosts.numbers.shown() ? hosts.processes : { busiest: async () => null, command: async () => null },
  };
  const hostFeed: HostFeed = {
    onChanged: (listener) => {
      const tell = () => void list().then((all) => listener(all.map(({ number }) => number)), deaf);
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
  };
  return { hostStates, hostFeed };
}

/** What cannot be listed now is listed with the next sample. */
function deaf(): void {}
