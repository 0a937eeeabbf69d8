import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiPath } from './addresses.js';

/** Labels for requests: a few fixed kinds, whatever paths callers request. */
type RequestKind = 'graphql' | 'rest' | 'page' | 'static' | 'metrics' | 'health';

/** Upper bounds of the duration buckets, in seconds. */
const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Requests of one kind, counted per status and per duration bucket (not cumulative). */
class Requests {
  readonly statuses = new Map<number, number>();
  readonly bounds = DURATION_BOUNDS;
  readonly counts = new Array<number>(DURATION_BOUNDS.length + 1).fill(0);
  sumSeconds = 0;
}

/** Counts this process's requests and their durations, by kind and status. */
export class RequestStatistics {
  readonly #requests = new Map<RequestKind, Requests>();

  /** Counts a request once its response has been sent or its client has disconnected. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const beginMs = performance.now();
    const kind = kindOf(request.url ?? '');
    // A stream lasts as long as its client wants, like a WebSocket.
    if (!kind) return;
    response.on('close', () => this.#add(kind, response.statusCode, (performance.now() - beginMs) / 1000));
  }

  statuses(): { readonly kind: RequestKind; readonly status: number; readonly count: number }[] {
    return [...this.#requests].flatMap(([kind, { statuses }]) =>
      [...statuses].map(([status, count]) => ({ kind, status, count })),
    );
  }

  /** Returns the durations; the last count is of requests above all bounds. */
  durations(): ReadonlyMap<RequestKind, Pick<Requests, 'bounds' | 'counts' | 'sumSeconds'>> {
    return this.#requests;
  }

  #add(kind: RequestKind, status: number, seconds: number): void {
    const known = this.#requests.get(kind);
    const requests = known ?? new Requests();
    if (!known) this.#requests.set(kind, requests);
    requests.statuses.set(status, (requests.statuses.get(status) ?? 0) + 1);
    const place = DURATION_BOUNDS.findIndex((bound) => seconds <= bound);
    const index = place < 0 ? DURATION_BOUNDS.length : place;
    requests.counts[index] = (requests.counts[index] ?? 0) + 1;
    requests.sumSeconds += seconds;
  }
}

function kindOf(url: string): RequestKind | undefined {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith('/graphql/stream')) return undefined;
  if (path.startsWith('/graphql')) return 'graphql';
  if (path.startsWith('/static/')) return 'static';
  if (path === '/metrics') return 'metrics';
  if (path === '/healthz' || path === '/readyz') return 'health';
  return isApiPath(path) ? 'rest' : 'page';
}
