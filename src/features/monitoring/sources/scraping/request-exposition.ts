import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../../platform/outgoing/outgoing-failure.js';
import { type OutgoingAnswer, sendRequest } from '../../../../platform/outgoing/send-request.js';
import { hasCode } from '../../../../shared/errors/has-code.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { FoundProblem } from '../../hosts/source/host-problem.js';
import type { StoredScrape } from '../../hosts/source/scrape-target.js';
import { type Exposition, parseExposition, TooManySeries } from './exposition.js';

/** Maximum size of an answer, compressed or not, and the time until its last byte. */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Prefers the text format that every exporter speaks. */
const ACCEPT = 'text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1';

const unzip = promisify(gunzip);

interface RequestDeps {
  readonly guard: Guard;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** A source has no figures, and why. */
export class ScrapeProblem extends Error {
  constructor(readonly problem: FoundProblem) {
    super(`${problem.code} ${problem.detail ?? ''}`);
    this.name = new.target.name;
  }
}

/** Reads the figures at an address. @throws {ScrapeProblem} */
export async function requestExposition(scrape: StoredScrape, deps: RequestDeps): Promise<Exposition> {
  const { target, secrets } = scrape;
  if (!secrets) throw new ScrapeProblem({ code: 'CREDENTIAL_UNREADABLE' });
  const answer = await ask(scrape, deps);
  if (answer.status >= 300 && answer.status < 400) throw problemOf('REDIRECT', answer.status);
  if (answer.status === 401 || answer.status === 403) throw problemOf('UNAUTHORIZED', answer.status);
  if (answer.status !== 200) throw problemOf('BAD_STATUS', answer.status);
  if (answer.cutBy === 'too_large') throw problemOf('TOO_LARGE');
  if (answer.cutBy === 'too_slow') throw problemOf('TIMEOUT');
  if (answer.cutBy !== undefined) throw problemOf('NOT_REACHABLE', answer.cutBy);
  const text = (await readBody(answer)).toString('utf8');
  if (text.trimStart().startsWith('<')) throw problemOf('NOT_METRICS', 'HTML');
  // Every line of the format ends with a line feed, so without one at the end something is missing.
  if (text !== '' && !text.endsWith('\n')) throw problemOf('NOT_METRICS', 'cut off');
  try {
    return await parseExposition(text);
  } catch (error) {
    throw error instanceof TooManySeries ? problemOf('TOO_LARGE', 'series') : error;
  }

  async function ask(
    { target: { url } }: StoredScrape,
    { guard, clock, signal }: RequestDeps,
  ): Promise<OutgoingAnswer> {
    try {
      return await sendRequest(
        {
          ...{ url: new URL(url), method: 'GET', timeoutMs: TIMEOUT_MS, answerMaxBytes: ANSWER_MAX_BYTES, signal },
          headers: { accept: ACCEPT, 'accept-encoding': 'gzip', ...authorization() },
          ca: secrets?.caCertificate,
        },
        { guard, clock },
      );
    } catch (error) {
      throw error instanceof OutgoingFailure ? new ScrapeProblem(problemOfFailure(error)) : error;
    }
  }

  function authorization(): Record<string, string> {
    if (secrets?.bearerToken !== undefined) return { authorization: `Bearer ${secrets.bearerToken}` };
    if (target.username === null || secrets?.password === undefined) return {};
    return { authorization: `Basic ${Buffer.from(`${target.username}:${secrets.password}`).toString('base64')}` };
  }
}

async function readBody({ headers, body }: OutgoingAnswer): Promise<Buffer> {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip') throw problemOf('NOT_METRICS', 'encoding');
  try {
    return await unzip(body, { maxOutputLength: ANSWER_MAX_BYTES });
  } catch (error) {
    throw hasCode(error, 'ERR_BUFFER_TOO_LARGE') ? problemOf('TOO_LARGE') : problemOf('NOT_METRICS', 'gzip');
  }
}

function problemOf(code: FoundProblem['code'], detail?: number | string): ScrapeProblem {
  return new ScrapeProblem({ code, detail: detail === undefined ? undefined : String(detail) });
}

/** Codes with which Node.js refuses a certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH/;

function problemOfFailure({ reason, detail }: OutgoingFailure): FoundProblem {
  if (reason === 'address_refused' || reason === 'demonstration') return { code: 'ADDRESS_NOT_ALLOWED', detail };
  if (reason === 'too_slow') return { code: 'TIMEOUT' };
  return { code: CERTIFICATE.test(detail) ? 'CERTIFICATE' : 'NOT_REACHABLE', detail };
}
