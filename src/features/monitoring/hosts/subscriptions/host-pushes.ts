import { message } from '../../../../i18n/message.js';
import { runAgain } from '../../../../shared/concurrency/run-again.js';
import { InvalidRequest } from '../../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../../shared/errors/report-failure.js';
import { type MachineAccess, seesMachine } from '../../../../shared/identity/machine-access.js';
import type { Clock, Stop } from '../../../../shared/time/clock.js';
import type { Sample } from '../../sampler.js';
import type { HostFeed } from '../host-feed.js';
import { NoSuchHost } from '../hosts.errors.js';
import type { HostStates, HostStatus } from '../status/host-states.js';
import type { VisibleHosts } from '../visible-hosts.js';
import { HostStream, type HostView } from './host-stream.js';
import { type HostsTick, RowsView } from './rows-view.js';
import { SampleView } from './sample-view.js';

/** Topic for the samples of one host; its id is a {@link SampleTopicId}. */
export const HOST_SAMPLE_TOPIC = 'sample of a host';

/** Topic for the changes of several hosts; its id is a {@link HostsTopicId}. */
export const HOSTS_TOPIC = 'hosts';

/** Maximum number of hosts in one subscription. */
export const WATCHED_MAX = 100;

/** Returns the access of the subscriber, looked up when the subscription begins. */
export type AccessOf = () => Promise<MachineAccess>;

export interface SampleTopicId {
  /** The host's id; omitted for the default host. */
  readonly id: string | null | undefined;
  readonly accessOf: AccessOf;
}

export interface HostsTopicId {
  /** Ids of the hosts, as sent by the client. */
  readonly ids: unknown;
  readonly accessOf: AccessOf;
}

type Watcher = Pick<HostStream<unknown>, 'note' | 'wake' | 'return'>;

interface HostPushesDeps {
  readonly hostStates: Pick<HostStates, 'list'>;
  readonly visibleHosts: Pick<VisibleHosts, 'list'>;
  readonly hostFeed: HostFeed;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: ReportFailure;
}

/**
 * Pushes named hosts to subscribers. The hosts are listed once per tick, no matter how many subscribers there are, and
 * only while there is at least one.
 */
export class HostPushes {
  readonly #watching = new Map<number, Map<Watcher, MachineAccess>>();
  #changed = new Set<number>();
  #stopListening: Stop | undefined;

  /** Delivers changed hosts in their current state. If they cannot be read, they are delivered on the next tick. */
  readonly #handOut = runAgain(
    async () => {
      const changed = this.#changed;
      this.#changed = new Set();
      const woken = new Set<Watcher>();
      for (const host of await this.deps.hostStates.list()) {
        if (changed.has(host.number)) this.#hand(host, woken);
      }
      for (const stream of woken) stream.wake();
    },
    (error) => this.deps.report(error),
  );

  constructor(private readonly deps: HostPushesDeps) {}

  /** Streams a host's samples, starting with the newest. The first `next` fails if no such host is visible. */
  samples(id: string, accessOf: AccessOf): AsyncIterable<Sample> {
    return this.#stream({ ids: [id], accessOf }, () => new SampleView());
  }

  /**
   * Streams the changes of some hosts, starting with all of them. The first `next` fails if one of them does not exist
   * or is not visible. The stream ends when one is no longer visible.
   */
  ticks({ ids, accessOf }: HostsTopicId): AsyncIterable<HostsTick> {
    return this.#stream({ ids: parseIds(ids), accessOf }, (numbers) => new RowsView(numbers, this.deps.clock));
  }

  #stream<Event>(
    { ids, accessOf }: { readonly ids: readonly string[]; readonly accessOf: AccessOf },
    parseView: (numbers: readonly number[]) => HostView<Event>,
  ): HostStream<Event> {
    const stream: HostStream<Event> = new HostStream<Event>({
      begin: async () => {
        const access = await accessOf();
        const visible = await this.deps.visibleHosts.list(access);
        const hosts = new Map(visible.map((host) => [String(host.number), host]));
        const meant = ids.map((id) => hosts.get(id) ?? null);
        const known = meant.filter((host) => host !== null);
        if (known.length < ids.length) throw new NoSuchHost();
        const numbers = known.map(({ number }) => number);
        const view = parseView(numbers);
        for (const host of known) view.note(host);
        this.#watch(stream, numbers, access);
        return view;
      },
      onEnd: () => this.#unwatch(stream),
    });
    return stream;
  }

  #watch(stream: Watcher, numbers: readonly number[], access: MachineAccess): void {
    for (const number of numbers) {
      const streams = this.#watching.get(number) ?? new Map();
      this.#watching.set(number, streams.set(stream, access));
    }
    this.#stopListening ??= this.deps.hostFeed.onChanged((changed) => this.#note(changed));
  }

  #unwatch(stream: Watcher): void {
    for (const [number, streams] of this.#watching) {
      streams.delete(stream);
      if (streams.size === 0) this.#watching.delete(number);
    }
    if (this.#watching.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #note(numbers: readonly number[]): void {
    for (const number of numbers) if (this.#watching.has(number)) this.#changed.add(number);
    if (this.#changed.size > 0) this.#handOut();
  }

  #hand(host: HostStatus, woken: Set<Watcher>): void {
    for (const [stream, access] of this.#watching.get(host.number) ?? []) {
      // Its tags have changed. Ends the stream, whose snapshot would still show it to later subscribers.
      if (!seesMachine(access, host)) {
        void stream.return();
        continue;
      }
      stream.note(host);
      woken.add(stream);
    }
  }
}

/** @throws {InvalidRequest} if there are none or too many. */
function parseIds(ids: unknown): readonly string[] {
  const list = Array.isArray(ids) ? ids.map(String) : [];
  if (list.length === 0 || list.length > WATCHED_MAX) {
    throw new InvalidRequest(message('monitoring.hosts.watchedOutOfRange', { maximum: WATCHED_MAX }));
  }
  return list;
}
