import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { OwnFacts } from '../features/monitoring/host/facts/own-facts.js';
import { faultOfPath, usualPath } from '../features/monitoring/host/file-systems/check-monitored-path.js';
import { openHostMetrics } from '../features/monitoring/host/open-host-metrics.js';
import { ProcessTimes } from '../features/monitoring/host/processes/process-times.js';
import { Processes } from '../features/monitoring/host/processes/processes.js';
import { isLoopback } from '../shared/addresses/network.js';
import { endProcess } from '../shared/end-process.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { createLogger, type LogFormat } from '../shared/logger.js';
import { systemClock } from '../shared/time/clock.js';
import { Agent } from './agent.js';
import { type AgentTokenSource, openAgentToken } from './agent-token-source.js';
import { StateFile } from './state-file.js';
import { WaitingMinutes } from './waiting-minutes.js';

export interface AgentOptions {
  readonly hub: URL;
  /** The only public key that the hub may have; undefined if its certificate is verified instead. */
  readonly pin: string | undefined;
  readonly tokenSource: AgentTokenSource;
  /** File that keeps minutes across restarts. */
  readonly stateFile: string | undefined;
  /** The path whose file system is reported as the disk. */
  readonly path: string | undefined;
  /** The value of `VIGIA_HOST_NAME`. */
  readonly hostName: string | undefined;
  /** The value of `LOG_FORMAT`; if undefined, text on a terminal and JSON elsewhere. */
  readonly logFormat: LogFormat | undefined;
}

/** Runs the agent until SIGTERM or SIGINT; a second signal ends it immediately. @throws {CommandFailure} */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { hub, pin, tokenSource, stateFile, path, hostName, logFormat } = options;
  // The process reading our output may exit.
  process.stdout.on('error', () => {});
  const logger = createLogger('info', process.stdout, logFormat);
  const clock = systemClock;
  const token = await openAgentToken(tokenSource);
  const monitoredPath = path === undefined ? usualPath() : await checkedPath(path);
  const minutes = new WaitingMinutes();
  const state =
    stateFile === undefined
      ? undefined
      : new StateFile({ file: resolve(stateFile), minutes: () => minutes.all, logger });
  const leftOut = minutes.load((await state?.read()) ?? [], clock.now().getTime());
  if (leftOut > 0) logger.log('warn', `${leftOut} minutes of the state are too old or in the future, and are dropped`);
  await state?.check();
  const agent = new Agent({
    hub,
    pin,
    token,
    instance: randomUUID(),
    host: openHostMetrics(monitoredPath, logger),
    facts: await new OwnFacts({ clock, hostName }).read(),
    processes: new Processes(clock),
    processTimes: new ProcessTimes({ clock }),
    minutes,
    state,
    clock,
    logger,
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      agent.stop();
    });
  }
  if (hub.protocol === 'http:' && !isLoopback(hub.hostname)) {
    logger.log('warn', `Anybody between this machine and ${hub.origin} can read the token: use https where you can`);
  }
  logger.log('info', `The agent measures this machine for ${hub.origin}`);
  await agent.run();
  const lost = state ? 0 : minutes.count;
  if (lost > 0)
    logger.log('warn', `${lost} minutes were not sent and are lost: use --state to keep them across restarts`);
  logger.log('info', 'The agent has stopped');
  await endProcess();
}

async function checkedPath(path: string): Promise<string> {
  const fault = await faultOfPath(path);
  if (fault !== undefined) throw new CommandFailure(`--path ${path} cannot be used: ${fault}`);
  return resolve(path);
}
