import type { IncomingMessage } from 'node:http';
import { headerValues } from '../platform/web/header-values.js';
import type { Settings } from '../settings/settings.js';
import { DOCTOR_HEADER, isDoctorTicket } from '../shared/doctor-ticket.js';
import { type RuntimeFacts, readRuntimeFacts } from '../shared/runtime-facts.js';
import { systemClock } from '../shared/time/clock.js';

/** The service's answer to `vigia doctor`: facts about itself and the request that asked (decision 099). */
export interface ServiceReport extends RuntimeFacts {
  /** Clock of the service's machine: ISO 8601, UTC. */
  readonly now: string;
  readonly publicUrl: string;
  readonly trustProxy: readonly string[];
  readonly mailIsOn: boolean;
  readonly request: {
    /** Address of the connection's other end: the proxy, or the sender where there is none. */
    readonly peer: string;
    /** Address that the service takes for the sender's. */
    readonly address: string;
    /** `X-Forwarded-For` as received; null without one. */
    readonly forwardedFor: string | null;
  };
}

interface ServiceReportDeps {
  readonly settings: Pick<Settings, 'publicUrl' | 'trustProxy' | 'email'>;
  readonly secretKey: string;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Returns a function that reports to requests with a valid ticket, and tells all others nothing. */
export function createServiceReport({ settings, secretKey, addressOf }: ServiceReportDeps) {
  return (request: IncomingMessage): ServiceReport | undefined => {
    const ticket = request.headers[DOCTOR_HEADER];
    const now = systemClock.now();
    if (typeof ticket !== 'string' || !isDoctorTicket(secretKey, ticket, now)) return undefined;
    const hops = headerValues(request, 'x-forwarded-for');
    return {
      ...readRuntimeFacts(),
      now: now.toISOString(),
      publicUrl: settings.publicUrl,
      trustProxy: settings.trustProxy,
      mailIsOn: settings.email !== undefined,
      request: {
        peer: request.socket.remoteAddress ?? '',
        address: addressOf(request),
        forwardedFor: hops.length > 0 ? hops.join(', ') : null,
      },
    };
  };
}
