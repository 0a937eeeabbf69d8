import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { codeOf } from '../../shared/errors/code-of.js';
import type { Clock } from '../../shared/time/clock.js';
import { vigiaVersion } from '../../shared/vigia-version.js';
import { type Guard, hostOf, portOf } from './address-guard.js';
import { OutgoingFailure } from './outgoing-failure.js';

/** Time limit for a request, from the name look-up to the last byte of the answer. */
const TIMEOUT_MS = 10_000;

const ANSWER_MAX_BYTES = 64 * 1024;

const HEADER_MAX_BYTES = 16 * 1024;

export interface OutgoingRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly answerMaxBytes?: number;
  /** PEM of the only certificate authorities that count, in place of the usual ones. */
  readonly ca?: string | undefined;
  /** A certificate, as PEM, that is accepted beside those of known authorities. */
  readonly trustedCertificate?: TrustedCertificate | undefined;
}

export interface TrustedCertificate {
  readonly cert: string;
  /** Whether it is accepted for any name. */
  readonly forAnyName: boolean;
}

/** An answer, with as much of the body as was read. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Reason why the body is incomplete: `too_large`, `too_slow`, or the system's code; undefined if it is complete. */
  readonly cutBy: string | undefined;
}

interface SendDeps {
  readonly guard: Guard;
  readonly clock: Clock;
}

/**
 * Sends a request; all of this service's outgoing requests use this function. It follows no redirects, uses no proxy,
 * reuses no connections, connects only to addresses that the guard permits, and limits time and size.
 *
 * @throws {OutgoingFailure} when there is no answer, or the guard refuses the address.
 * @throws the reason of `signal`, when it aborts the request.
 */
export async function sendRequest(request: OutgoingRequest, { guard, clock }: SendDeps): Promise<OutgoingAnswer> {
  guard.checkUrl(request.url);
  const overdue = new AbortController();
  const stopTimer = clock.after(request.timeoutMs ?? TIMEOUT_MS, () => overdue.abort());
  const signal = request.signal ? AbortSignal.any([request.signal, overdue.signal]) : overdue.signal;
  let isConnected = false;
  try {
    const response = await open(request, { guard, signal, onConnect: () => (isConnected = true) });
    const body = await readBody(response, request.answerMaxBytes ?? ANSWER_MAX_BYTES);
    request.signal?.throwIfAborted();
    const cutBy = overdue.signal.aborted ? 'too_slow' : body.cutBy;
    return { status: response.statusCode ?? 0, headers: response.headers, body: body.bytes, cutBy };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (overdue.signal.aborted) throw new OutgoingFailure('too_slow', '', isConnected);
    throw error instanceof OutgoingFailure ? error : new OutgoingFailure('no_connection', codeOf(error));
  } finally {
    stopTimer();
  }
}

interface OpenOptions {
  readonly guard: Guard;
  readonly signal: AbortSignal;
  readonly onConnect: () => void;
}

function open(
  { url, method, headers, body, ca, trustedCertificate }: OutgoingRequest,
  { guard, signal, onConnect }: OpenOptions,
): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = (isHttps ? httpsRequest : httpRequest)({
      hostname: hostOf(url),
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'user-agent': `Vigia/${vigiaVersion}`, 'accept-encoding': 'identity', ...headers },
      // A new agent each time, since an idle connection of another request was permitted by another guard.
      agent: isHttps
        ? new HttpsAgent({ keepAlive: false, ...(ca !== undefined && { ca }) })
        : new HttpAgent({ keepAlive: false }),
      lookup: lookupBy(guard, portOf(url)),
      maxHeaderSize: HEADER_MAX_BYTES,
      ...(trustedCertificate && trust(trustedCertificate.cert)),
      ...(trustedCertificate?.forAnyName && { checkServerIdentity: () => undefined }),
      signal,
    });
    request.once('socket', (socket) => socket.once('connect', onConnect));
    request.once('response', resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** Returns options for TLS that accept a certificate beside those of known authorities. */
export function trust(cert: string) {
  return { ca: [...getCACertificates(), cert], allowPartialTrustChain: true };
}

/** Makes Node connect to the guard's addresses instead of resolving the name itself. */
function lookupBy(guard: Guard, port: number): LookupFunction {
  return (host, { all }, callback) => {
    guard.addressesOf(host, port).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = found;
        if (!first) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<{ bytes: Buffer; cutBy?: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const bytes = () => Buffer.concat(chunks).subarray(0, maxBytes);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (size > maxBytes) return { bytes: bytes(), cutBy: 'too_large' };
    }
    return { bytes: bytes() };
  } catch (error) {
    return { bytes: bytes(), cutBy: codeOf(error) ?? 'ECONNRESET' };
  }
}
