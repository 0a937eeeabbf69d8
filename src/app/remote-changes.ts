import { SECURITY_EVENTS_TOPIC } from '../features/administration/audit/security-events.resolver.js';
import type { ShownTerms } from '../features/terms/shown-terms.js';
import type { AuditFeed } from '../platform/audit/audit-feed.js';
import type { Database } from '../platform/db/database.js';
import { commitsOfOthers } from '../platform/db/sqlite/sqlite.js';
import type { LiveConnections } from '../platform/graphql/connections/live-connections.js';
import type { TopicPubSub } from '../platform/graphql/pub-sub.js';
import { CHANGE_TOPICS, type NodeEvents } from '../platform/nodes/node-events.js';
import type { Settings } from '../settings/settings.js';
import { runAgain } from '../shared/concurrency/run-again.js';
import type { Clock, Stop } from '../shared/time/clock.js';

/** Interval for polling the database for other nodes' changes, in case their notifications do not arrive. */
const POLL_MS = 4000;

interface RemoteChangesDeps {
  readonly settings: Pick<Settings, 'database' | 'metricsIntervalMs'>;
  readonly database: Pick<Database, 'em'>;
  readonly clock: Clock;
  readonly events: NodeEvents;
  readonly services: {
    readonly shownTerms: ShownTerms;
    readonly auditFeed: AuditFeed;
    readonly pubSub: TopicPubSub;
    readonly noteEditedHosts: () => void;
  };
  readonly live: LiveConnections;
  readonly report: (error: unknown) => unknown;
}

/**
 * Follows changes made by other processes: closes connections whose callers have lost their rights, pushes new terms
 * and audit events, and reloads hosts. SQLite is polled once per interval. PostgreSQL sends notifications, so it is
 * polled only while this node cannot receive them (decision 006); changes to hosts are announced by their writer there.
 *
 * @returns functions that stop it.
 */
export function followRemoteChanges(deps: RemoteChangesDeps): Stop[] {
  const { settings, clock, events, services, live, report } = deps;
  const { shownTerms, auditFeed, pubSub } = services;
  const readTerms = runAgain(() => shownTerms.current(), report);
  if (settings.database.kind === 'sqlite') {
    return [
      clock.every(settings.metricsIntervalMs, () => live.closeEnded()),
      clock.every(settings.metricsIntervalMs, readTerms),
      clock.every(settings.metricsIntervalMs, whenOthersCommit(deps.database, services.noteEditedHosts)),
    ];
  }
  events.subscribe(CHANGE_TOPICS.ACCOUNTS, (id) => live.closeEnded(typeof id === 'number' ? id : undefined));
  events.onGap(() => live.closeEnded());
  events.subscribe(CHANGE_TOPICS.TERMS, readTerms);
  events.onGap(readTerms);
  pubSub.whenSubscribed(SECURITY_EVENTS_TOPIC, () => auditFeed.follow());
  const poll = () => {
    if (events.isConnected) live.closeExpired(clock.now());
    else live.closeEnded();
    readTerms();
  };
  return [clock.every(POLL_MS, poll), auditFeed.start()];
}

/** Returns a job that calls the listener if another process has written to the file since the previous run. */
function whenOthersCommit({ em }: Pick<Database, 'em'>, listener: () => void): () => void {
  let before: number | undefined;
  return () => {
    try {
      const now = commitsOfOthers(em);
      if (before !== undefined && now !== before) listener();
      before = now;
    } catch {
      // The file is currently locked; the next run tries again.
    }
  };
}
