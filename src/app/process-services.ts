import { LoopDelay } from '../features/administration/health/loop-delay.js';
import { ServiceHealth } from '../features/administration/health/service-health.js';
import { OpenMetrics } from '../features/administration/open-metrics/open-metrics.js';
import { countOpenIncidents } from '../features/alerts/incidents/count-open-incidents.js';
import type { createMonitoring } from '../features/monitoring/create-monitoring.js';
import { HistorySizeCache } from '../features/monitoring/history/history-size.js';
import { machineName } from '../features/monitoring/host/facts/machine-name.js';
import type { AuditTrail } from '../platform/audit/audit-trail.js';
import type { Database } from '../platform/db/database.js';
import { databaseBytes } from '../platform/db/database-size.js';
import { CONNECTIONS_OF_USER_MAX, Connections } from '../platform/graphql/connections/connections.js';
import type { NodeEvents, NodeLocks } from '../platform/nodes/node-events.js';
import { NodeRegistry } from '../platform/nodes/node-registry.js';
import { OpenSocketList } from '../platform/nodes/open-socket-list.js';
import { OpenSocketTable } from '../platform/nodes/open-socket-table.js';
import { PostgresqlRateLimits } from '../platform/nodes/postgresql-rate-limits.js';
import type { Outbox } from '../platform/outbox/outbox.js';
import { RequestStatistics } from '../platform/web/requests/request-statistics.js';
import type { Settings } from '../settings/settings.js';
import type { ReportFailure } from '../shared/errors/report-failure.js';
import type { Logger } from '../shared/logger.js';
import { CountedRateLimits } from '../shared/rate-limits/counted-rate-limits.js';
import { MemoryRateLimits } from '../shared/rate-limits/memory-rate-limits.js';
import type { Clock } from '../shared/time/clock.js';

interface SharedCountsDeps {
  readonly settings: Settings;
  readonly database: Database;
  readonly events: NodeEvents & NodeLocks;
  readonly nodeId: string;
  readonly clock: Clock;
}

interface ProcessServicesDeps extends SharedCountsDeps {
  readonly secretKey: string;
  readonly logger: Logger;
  readonly report: ReportFailure;
  readonly monitoring: ReturnType<typeof createMonitoring>;
  readonly audit: AuditTrail;
  readonly outbox: Outbox;
  readonly rateLimits: CountedRateLimits;
}

/**
 * Creates the counters that all processes share: in PostgreSQL, or in memory on SQLite, where there is only one
 * process.
 */
export function createSharedCounts({ settings, database: { em }, events, nodeId, clock }: SharedCountsDeps) {
  if (settings.database.kind === 'sqlite') {
    const connections = new Connections({ clock, nodeId, table: undefined });
    return {
      rateLimits: new CountedRateLimits(new MemoryRateLimits()),
      socketTable: undefined,
      connections,
      openSockets: connections,
    };
  }
  const socketTable = new OpenSocketTable({ em, nodeId, clock, events, ofUserMax: CONNECTIONS_OF_USER_MAX });
  return {
    rateLimits: new CountedRateLimits(new PostgresqlRateLimits({ em, clock })),
    socketTable,
    connections: new Connections({ clock, nodeId, table: socketTable }),
    openSockets: new OpenSocketList({ em, nodeId }),
  };
}

/** Creates the services that manage this process's membership among the nodes and its health and metrics. */
export function createProcessServices(deps: ProcessServicesDeps) {
  const { settings, secretKey, database, nodeId, clock, logger, report } = deps;
  const { monitoring, audit, outbox, rateLimits } = deps;
  const { em } = database;
  const loopDelay = new LoopDelay(clock);
  const health = new ServiceHealth({
    ...monitoring,
    clock,
    loopDelay,
    mailIsOn: settings.email !== undefined,
    databaseKind: settings.database.kind,
    databaseBytes: () => databaseBytes(database, settings.database),
    historySizes: new HistorySizeCache({ em, clock }),
  });
  const nodes = new NodeRegistry({
    em,
    clock,
    logger,
    nodeId,
    address: `${machineName(settings.hostName)} ${settings.host}:${settings.port}`,
    secretKey,
    health: () => JSON.stringify(health.readProcess()),
  });
  const requestStatistics = new RequestStatistics();
  const openMetrics = new OpenMetrics({
    visibleHosts: monitoring.visibleHosts,
    namedHosts: monitoring.namedHosts,
    hostFamilies: monitoring.hostFamilies,
    health,
    clock,
    report,
    requests: requestStatistics,
    logins: audit.loginStatistics,
    refusals: () => rateLimits.refusals,
    agents: () => monitoring.agentIntake.connected,
    countRows: async () => ({
      outbox: { waiting: await outbox.count('waiting'), failed: await outbox.count('failed') },
      incidents: await countOpenIncidents(em),
    }),
  });
  return { loopDelay, health, nodes, requestStatistics, openMetrics };
}
