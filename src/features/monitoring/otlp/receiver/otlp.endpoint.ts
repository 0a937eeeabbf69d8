import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { nestedNetworksOf } from '../../../../shared/addresses/network.js';
import { FairQueue } from '../../../../shared/concurrency/fair-queue.js';
import { Busy } from '../../../../shared/errors/errors.js';
import type { ReportFailure } from '../../../../shared/errors/report-failure.js';
import { VigiaError } from '../../../../shared/errors/vigia-error.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { FailedTokens } from '../../agents/failed-tokens.js';
import { hashOfHostToken, isHostToken } from '../../host-token.js';
import { usedMetric } from '../mapping/conventions.js';
import type { OtlpReceiver, OtlpSender } from '../otlp-receiver.js';
import { decodeJson } from '../protocol/decode-json.js';
import { decodeProtobuf } from '../protocol/decode-protobuf.js';
import { InvalidMetrics } from '../protocol/metrics-data.js';
import {
  CONTENT_TYPES,
  encodeStatus,
  encodeSuccess,
  type OtlpFormat,
  type PartialSuccess,
} from '../protocol/response.js';
import { OtlpFailure } from './otlp-failure.js';
import { checkBodyHeaders, OTLP_BODY_MAX_BYTES, readOtlpBody, unpackOtlpBody } from './read-body.js';
import { TokenPaces } from './token-pace.js';

/** The path that OTLP prescribes for metrics. */
export const OTLP_METRICS_PATH = '/v1/metrics';

const RETRY_SECONDS = 5;

/** Limits on concurrent and waiting token look-ups. Networks take turns so that strangers cannot hold up senders. */
const LOOK_UPS = { concurrency: 2, waitingMax: 1000, retrySeconds: RETRY_SECONDS };

/** Bodies that are decoded at a time, and that wait for it. Tokens take turns. */
const BODIES = { concurrency: 1, waitingMax: 1000, retrySeconds: RETRY_SECONDS };

/** Bytes of all bodies that are arriving or waiting; one of unknown length counts as the longest allowed. */
const BODY_BYTES_MAX = 32 * OTLP_BODY_MAX_BYTES;

/** Those of one token, so that one slow sender leaves room for the others (promise 53). */
const BODY_BYTES_OF_TOKEN_MAX = 8 * OTLP_BODY_MAX_BYTES;

interface OtlpEndpointDeps {
  readonly receiver: OtlpReceiver;
  readonly clock: Pick<Clock, 'steady'>;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Returns the bearer token of a request: empty if malformed or not accepted, undefined if absent. */
  readonly readBearer: (request: Request) => string | undefined;
  readonly report: ReportFailure;
}

/** Handles OTLP's `POST /v1/metrics`: protobuf or JSON, packed with gzip or not, with the token of a host or collector. */
export function otlpEndpoint({ report, ...deps }: OtlpEndpointDeps): RequestHandler {
  const requests = new OtlpRequests(deps);
  return async (request, response) => {
    const format = formatOf(request);
    try {
      const partial = await requests.take(request, format);
      send(response, format ?? 'json', 200, encodeSuccess(format ?? 'json', partial));
    } catch (error) {
      const failure = failureOf(error);
      if (failure.status === 500) report(error);
      if (failure.retryAfterSeconds !== undefined) response.set('Retry-After', String(failure.retryAfterSeconds));
      if (failure.status === 401) response.set('WWW-Authenticate', 'Bearer realm="api"');
      const status = encodeStatus(format ?? 'json', failure.grpcCode, failure.message);
      send(response, format ?? 'json', failure.status, status);
    }
  };
}

class OtlpRequests {
  readonly #failedTokens: FailedTokens;
  readonly #lookUps = new FairQueue(LOOK_UPS);
  readonly #bodies = new FairQueue(BODIES);
  readonly #paces = new TokenPaces();
  /** Bytes that are arriving or waiting, by token. */
  readonly #bodyBytes = new Map<string, number>();

  constructor(private readonly deps: Omit<OtlpEndpointDeps, 'report'>) {
    this.#failedTokens = new FailedTokens(deps.clock);
  }

  /** @throws {OtlpFailure} or an unexpected error. */
  async take(request: Request, format: OtlpFormat | undefined): Promise<PartialSuccess | undefined> {
    const token = this.deps.readBearer(request) ?? '';
    if (!isHostToken(token)) {
      throw new OtlpFailure(401, 'Send the header Authorization: Bearer <token of a host or collector>');
    }
    if (!format) throw new OtlpFailure(415, 'Send application/x-protobuf or application/json');
    checkBodyHeaders(request);
    const tokenHash = hashOfHostToken(token);
    const sender = await this.#identify(tokenHash, request);
    const waitSeconds = this.#paces.take(tokenHash, sender, this.deps.clock.steady().getTime());
    if (waitSeconds !== undefined) {
      throw new OtlpFailure(429, 'Send larger batches less often: this token has sent too many requests', waitSeconds);
    }
    return this.#withBody(request, tokenHash, (body) =>
      this.#bodies.run([tokenHash], async () => {
        const unpacked = await unpackOtlpBody(request, body);
        const resources =
          format === 'json' ? decodeJson(unpacked.toString(), isUsed) : decodeProtobuf(unpacked, isUsed);
        return this.deps.receiver.take(sender, resources);
      }),
    );
  }

  async #identify(tokenHash: string, request: IncomingMessage): Promise<OtlpSender> {
    const address = this.deps.addressOf(request);
    const path = this.#paces.has(tokenHash) ? ['known', tokenHash] : ['unknown', ...nestedNetworksOf(address)];
    const sender = await this.#lookUps.run(path, () => this.deps.receiver.find(tokenHash));
    if (sender === 'agent') {
      throw new OtlpFailure(
        403,
        'This is the token of an agent: add a host or a collector for OTLP, and use its token',
      );
    }
    if (sender) return sender;
    const waitSeconds = this.#failedTokens.note(address);
    if (waitSeconds === undefined) {
      throw new OtlpFailure(401, 'This token is not, or no longer, that of a host or collector');
    }
    throw new OtlpFailure(429, 'Too many requests of this network have had unknown tokens', waitSeconds);
  }

  /** Reads the body while it counts towards the bytes of all bodies and of its token. */
  async #withBody<T>(request: IncomingMessage, tokenHash: string, job: (body: Buffer) => Promise<T>): Promise<T> {
    const bytes = Number(request.headers['content-length'] ?? OTLP_BODY_MAX_BYTES);
    const all = [...this.#bodyBytes.values()].reduce((total, one) => total + one, 0);
    const isFull = all + bytes > BODY_BYTES_MAX || this.#bytesOf(tokenHash) + bytes > BODY_BYTES_OF_TOKEN_MAX;
    if (isFull) throw new Busy(RETRY_SECONDS);
    this.#bodyBytes.set(tokenHash, this.#bytesOf(tokenHash) + bytes);
    try {
      return await job(await readOtlpBody(request));
    } finally {
      const left = this.#bytesOf(tokenHash) - bytes;
      if (left > 0) this.#bodyBytes.set(tokenHash, left);
      else this.#bodyBytes.delete(tokenHash);
    }
  }

  #bytesOf(tokenHash: string): number {
    return this.#bodyBytes.get(tokenHash) ?? 0;
  }
}

function isUsed(metricName: string): boolean {
  return usedMetric(metricName) !== undefined;
}

/** Returns the format of a body by its content type; undefined for an unknown one. */
function formatOf({ headers }: IncomingMessage): OtlpFormat | undefined {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === CONTENT_TYPES.protobuf) return 'protobuf';
  return type === CONTENT_TYPES.json ? 'json' : undefined;
}

function failureOf(error: unknown): OtlpFailure {
  if (error instanceof OtlpFailure) return error;
  if (error instanceof InvalidMetrics) return new OtlpFailure(400, `This is not OTLP: ${error.message}`);
  if (error instanceof VigiaError && error.kind === 'busy') {
    const seconds = error.details.retryAfterSeconds ?? RETRY_SECONDS;
    return new OtlpFailure(503, `The service is busy: try again in ${seconds} s`, seconds);
  }
  return new OtlpFailure(500, 'Something went wrong on our side');
}

function send(response: Response, format: OtlpFormat, status: number, body: Uint8Array): void {
  // Express would add a character set.
  response.writeHead(status, {
    'Content-Type': CONTENT_TYPES[format],
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
