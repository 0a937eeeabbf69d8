import type { AgentsTransport } from '../features/monitoring/agents/agents.websocket.js';
import type { Database } from '../platform/db/database.js';
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
  readonly webSocket: WebSocketTransport;
  readonly agents: AgentsTransport;
  readonly report: (error: unknown) => unknown;
}

const PRUNING_MS = 3_600_000;

/** How often that is removed of which strangers can make as much as they like, such as login attempts. */
const ATTEMPTS_PRUNING_MS = 60_000;

/** How often it is looked for hours of agents' hosts that are over, or for which a minute has come late. */
const ROLLING_UP_MS = 60_000;

/** How often it is looked at what channels are to be told of. */
const COLLECTING_MS = 5000;

/** How often the other nodes are told how many operations the sockets of this one have under way. */
const SOCKETS_WRITING_MS = 10_000;

/** How often it is looked for rooms that are over, and for participants who have no place there any more. */
const ROOMS_REVIEW_MS = 10_000;

/** How long repeated events are counted before one line of the log sums them up. */
const LOG_WINDOW_MS = 10_000;

/** Starts what runs by the clock. @returns what ends it. */
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
      atOneNode(() => pruneAttempts(services)),
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
      atOneNode(() => prune(services)),
    ),
    every(PRUNING_MS, () => services.history.prune()),
    every(
      PRUNING_MS,
      atOneNode(() => services.agentHistories.prune()),
    ),
  ];
}

/** Removes what counts no more, so that no table grows for ever. */
async function prune(services: Services): Promise<void> {
  const { sessions, personalTokens, audit, outbox, pushSubscriptions, processMinutes, incidents, silences } = services;
  const { invitations, passwordResets, accountDeletion, rooms } = services;
  await sessions.prune();
  await personalTokens.prune();
  await audit.prune();
  await outbox.prune();
  await pushSubscriptions.prune();
  await processMinutes.prune();
  await incidents.prune();
  await silences.prune();
  await invitations.prune();
  await passwordResets.prune();
  await rooms.prune();
  await accountDeletion.finish();
}

/** Removes login attempts and calls that count no more. */
async function pruneAttempts({ lockout, rateLimits, challenges }: Services): Promise<void> {
  await lockout.prune();
  await challenges.prune();
  await rateLimits.prune();
}
