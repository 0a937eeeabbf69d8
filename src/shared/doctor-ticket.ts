import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Header with which `vigia doctor` asks the running service what it sees: see {@link signDoctorTicket}. */
export const DOCTOR_HEADER = 'x-vigia-doctor';

/** How long a ticket is valid before and after its time, in case the clocks differ. */
const VALID_MS = 10 * 60_000;

/** Signs a time with the service's secret key, as proof that the sender has the key and may see the report. */
export function signDoctorTicket(secretKey: string, now: Date): string {
  const time = String(now.getTime());
  return `${time}.${signature(secretKey, time).toString('base64url')}`;
}

/** Whether a header is a ticket that was signed with the same key a short time ago. */
export function isDoctorTicket(secretKey: string, ticket: string, now: Date): boolean {
  const [, time = '', given = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (time === '' || Math.abs(now.getTime() - Number(time)) > VALID_MS) return false;
  return timingSafeEqual(Buffer.from(given, 'base64url'), signature(secretKey, time));
}

function signature(secretKey: string, time: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'vigia doctor', 32));
  return createHmac('sha256', key).update(time).digest();
}
