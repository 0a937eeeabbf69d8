import type { UnitOfWork } from '../../../platform/db/database.js';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { Logger } from '../../../shared/logger.js';
import type { Clock } from '../../../shared/time/clock.js';
import { EDITED_HOST } from '../hosts/host-feed.js';
import type { SourceIntake } from '../sources/source-intake.js';
import { CollectorHosts } from './hosts/collector-hosts.js';
import { OtlpTable } from './hosts/otlp-table.js';
import { OtlpIntake } from './otlp-intake.js';

interface CreateOtlpDeps {
  readonly em: UnitOfWork;
  readonly events: Pick<NodeEvents, 'subscribe' | 'onGap'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Serializes writes to the host rows, because two at a time might deadlock. */
  readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>;
  readonly sources: SourceIntake;
  /** Called once a host that a collector has added is durable. */
  readonly onAdded: (number: number) => void;
  /** Called when the row of a host has changed. */
  readonly onChange: () => void;
}

/** Creates the receiver of OpenTelemetry's metrics (decision 104). */
export function createOtlp(deps: CreateOtlpDeps) {
  const table = new OtlpTable(deps.em);
  const collectorHosts = new CollectorHosts({
    ...{ ...deps, table },
    onAdded: (host) => {
      deps.logger.log('info', 'A collector has added a host', { host });
      deps.onAdded(host);
    },
  });
  deps.events.subscribe(EDITED_HOST, () => collectorHosts.forget());
  deps.events.onGap(() => collectorHosts.forget());
  const otlpIntake = new OtlpIntake({ ...deps, table, collectorHosts });
  return {
    otlpIntake,
    /** Called when staff have changed hosts. */
    forgetHosts: () => collectorHosts.forget(),
  };
}
