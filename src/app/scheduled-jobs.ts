import type { AgentsTransport } from '../features/monitoring/agents/agents.websocket.js';
import type { Database } from '../platform/db/database.js';
import type { LiveConnections } from '../platform/graphql/connections/live-connections.js';
import type { WebSocketTransport } from '../platform/graphql/websocket/websocket-transport.js';
import { type NodeEvents, type NodeLocks, PRUNING } from '../platform/nodes/node-events.js';
import { BEAT_MS } from '../platform/web/sockets/heartbeat.js';
import type { Settings } from '../settings/settings.js';
import { unlessRunning } from '../shared/concurrency/unless-running.js';
import type { Clock, Stop } from '../shared/time/clock.js';
import { followRemoteChanges } from './remote-changes.js';
import type { Services } from './services.js';

interface ScheduledJobsDeps {
  readonly settings: Pick<Settings, 'database' | 'metricsIntervalMs'>;
  readonly database: Pick<Database, 'em'>;
  readonly clock: Clock;
  readonly events: NodeEvents & NodeLocks;
  readonly services: Services;
  readonly live: LiveConnections;
  readonly webSocket: WebSocketTransport;
  readonly agents: AgentsTransport;
  readonly report: (error: unknown) => unknown;
}

const PRUNING_MS = 3_600_000;

/** Prunes rows that anonymous callers can create without limit, such as login attempts. */
const ATTEMPTS_PRUNING_MS = 60_000;

/** Interval for rolling up finished hours of agents' hosts, and hours that late minutes belong to. */
const ROLLING_UP_MS = 60_000;

/** Interval for collecting pending alert items into messages. */
const COLLECTING_MS = 5000;

/** Interval for publishing how many operations this node's sockets are running to the other nodes. */
const SOCKETS_WRITING_MS = 10_000;

/** Interval for closing expired rooms and removing participants who have lost their place. */
const ROOMS_REVIEW_MS = 10_000;

/** Window in which repeated events are counted and summed up in a single log line. */
const LOG_WINDOW_MS = 10_000;

/** Starts the periodic jobs. @returns the functions that stop them. */
export function startScheduledJobs(deps: ScheduledJobsDeps): Stop[] {
  const { clock, events, services, webSocket, agents, report } = deps;
  const every = (ms: number, job: () => Promise<unknown> | undefined) => clock.every(ms, unlessRunning(job, report));
  const atOneNode = (job: () => Promise<unknown>) => async () => (await events.tryLock(PRUNING)) && job();
  return [
    ...followRemoteChanges(deps),
    services.incidentFeed.start(),
    services.alertEvaluator.start(),
    clock.every(BEAT_MS, () => {
      webSocket.beat();
      agents.beat();
    }),
    clock.every(LOG_WINDOW_MS, () => void services.audit.sumUp().catch(report)),
    every(
      ATTEMPTS_PRUNING_MS,
      atOneNode(() => pruneAttempts(services, report)),
    ),
    every(ATTEMPTS_PRUNING_MS, async () => services.socketTable?.prune()),
    every(
      ROLLING_UP_MS,
      atOneNode(() => services.agentHistories.rollUp()),
    ),
    every(ROOMS_REVIEW_MS, () => services.liveRooms.review()),
    every(COLLECTING_MS, () => services.itemCollector.collect()),
    every(SOCKETS_WRITING_MS, () => services.connections.writeOperations()),
    every(
      PRUNING_MS,
      atOneNode(() => prune(services, report)),
    ),
    every(PRUNING_MS, () => services.pruneHistories()),
  ];
}

/** Deletes expired rows so that no table grows forever. */
async function prune(services: Services, report: (error: unknown) => unknown): Promise<void> {
  const { sessions, personalTokens, audit, outbox, pushSubscriptions, processMinutes, incidents, silences } = services;
  const { invitations, passwordResets, accountDeletion, rooms } = services;
  const tables = [sessions, personalTokens, audit, outbox, pushSubscriptions, processMinutes, incidents, silences];
  for (const table of [...tables, invitations, passwordResets, rooms]) await table.prune().catch(report);
  await accountDeletion.finish();
}

async function pruneAttempts(services: Services, report: (error: unknown) => unknown): Promise<void> {
  const { lockout, rateLimits, challenges } = services;
  for (const table of [lockout, challenges, rateLimits]) await table.prune().catch(report);
}
