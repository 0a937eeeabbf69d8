import type { ServiceReport } from '../../app/service-report.js';
import { guardOfSetting } from '../../platform/outgoing/address-guard.js';
import { type OutgoingAnswer, sendRequest, type TrustedCertificate } from '../../platform/outgoing/send-request.js';
import { DOCTOR_HEADER, signDoctorTicket } from '../../shared/doctor-ticket.js';
import { systemClock } from '../../shared/time/clock.js';
import { CHECK_LIMIT_MS } from './within-limit.js';

/** Sender that a question claims in `X-Forwarded-For`, from a range that nobody has (RFC 5737). */
export const CLAIMED_SENDER = '203.0.113.77';

/** The service's answer to a question of the diagnosis. */
export interface ServiceAnswer extends Pick<OutgoingAnswer, 'status' | 'headers'> {
  /** Whether this is how Vigia answers. */
  readonly isVigia: boolean;
  /** Undefined if the service did not accept the ticket. */
  readonly report: ServiceReport | undefined;
  /** Middle of the time that the answer took, in milliseconds since 1970. */
  readonly askedAtMs: number;
  readonly durationMs: number;
}

/**
 * Asks the service at an origin what it sees.
 *
 * @throws {OutgoingFailure} if nobody answers within the limit.
 */
export async function askService(
  origin: string,
  secretKey: string | undefined,
  trustedCertificate?: TrustedCertificate,
): Promise<ServiceAnswer> {
  const beganMs = Date.now();
  const ticket = secretKey && signDoctorTicket(secretKey, new Date(beganMs));
  const request = {
    url: new URL('/healthz', origin),
    method: 'GET',
    headers: { 'x-forwarded-for': CLAIMED_SENDER, ...(ticket && { [DOCTOR_HEADER]: ticket }) },
    timeoutMs: CHECK_LIMIT_MS,
    trustedCertificate,
  } as const;
  const { status, headers, body } = await sendRequest(request, { guard: guardOfSetting(origin), clock: systemClock });
  const durationMs = Date.now() - beganMs;
  const answer = parseAnswer(body);
  const isVigia = status === 200 && answer.status === 'ok';
  return { status, headers, isVigia, report: answer.report, askedAtMs: beganMs + durationMs / 2, durationMs };
}

function parseAnswer(body: Buffer): { readonly status?: unknown; readonly report?: ServiceReport } {
  try {
    return (JSON.parse(body.toString('utf8')) as ReturnType<typeof parseAnswer> | null) ?? {};
  } catch {
    return {};
  }
}
