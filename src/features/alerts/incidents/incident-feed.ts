import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { CHANGE_TOPICS, type NodeEvents } from '../../../platform/nodes/node-events.js';
import { runAgain } from '../../../shared/concurrency/run-again.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Clock, Stop } from '../../../shared/time/clock.js';
import { Incident } from './incident.entity.js';

/** Topic of all incidents. */
export const INCIDENTS_TOPIC = 'incidents';

/** Topic of the incidents of hosts that a subscriber sees; its id returns the subscriber's access. */
export const VISIBLE_INCIDENTS_TOPIC = 'visible incidents';

/** Maximum number of incidents sent to a new subscriber, newest first. Pages fetch the others as a list. */
export const OPEN_SHOWN_MAX = 500;

/** With more incidents than this, a change may be published twice. */
const REVISIONS_MAX = 4 * OPEN_SHOWN_MAX;

/** Interval for finding changes that this node was not notified of. */
const LOOK_MS = 15_000;

interface IncidentFeedDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'every'>;
  readonly events: NodeEvents;
  /**
   * Called with each change of an incident, no matter where it was made. Open incidents are kept for new subscribers.
   */
  readonly publish: (incident: Incident) => void;
  readonly report: ReportFailure;
}

/**
 * Publishes open incidents, and each change to them, to the subscribers of this process. Changes are announced through
 * the database; polling finds those whose announcement this node has missed.
 */
export class IncidentFeed {
  readonly #open = new Set<number>();
  /** The newest revisions published, since a change may be announced more than once. */
  readonly #revisions = new LRUCache<number, number>({ max: REVISIONS_MAX });
  readonly #told = new Set<number>();
  #looksAtAll = false;
  readonly #look: () => void;

  constructor(private readonly deps: IncidentFeedDeps) {
    this.#look = runAgain(() => this.#read(), deps.report);
  }

  /** Publishes open incidents, and then each change, until stopped. */
  start(): Stop {
    const { clock, events } = this.deps;
    events.subscribe(CHANGE_TOPICS.INCIDENTS, (id) => typeof id === 'number' && this.note(id));
    events.onGap(() => this.#lookAtAll());
    this.#lookAtAll();
    return clock.every(LOOK_MS, () => this.#lookAtAll());
  }

  /** Must be called when an incident has changed. */
  note(id: number): void {
    this.#told.add(id);
    this.#look();
  }

  #lookAtAll(): void {
    this.#looksAtAll = true;
    this.#look();
  }

  async #read(): Promise<void> {
    const [told, looksAtAll] = [[...this.#told], this.#looksAtAll];
    this.#told.clear();
    this.#looksAtAll = false;
    if (told.length > 0) await this.#publishNew({ id: { $in: told } });
    if (!looksAtAll) return;
    const open = await this.#publishNew({ endedAt: null });
    const gone = [...this.#open].filter((id) => !open.has(id));
    if (gone.length > 0) await this.#publishNew({ id: { $in: gone } });
  }

  /** Publishes new changes to matching incidents. @returns the ids of those that are open. */
  async #publishNew(where: object): Promise<ReadonlySet<number>> {
    const options = { orderBy: { id: 'desc' }, limit: OPEN_SHOWN_MAX, disableIdentityMap: true } as const;
    const found = await this.deps.em.fork().find(Incident, where, options);
    for (const incident of found.reverse()) this.#publish(incident);
    return new Set(found.filter(({ endedAt }) => endedAt === null).map(({ id }) => id));
  }

  #publish(incident: Incident): void {
    const { id, revision, endedAt } = incident;
    const known = this.#revisions.get(id);
    if (known !== undefined && known >= revision) return;
    this.#revisions.set(id, revision);
    if (endedAt) this.#open.delete(id);
    else this.#open.add(id);
    this.deps.publish(incident);
  }
}
