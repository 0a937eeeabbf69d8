import { Secret } from 'otpauth';
import type { DjangoRow } from './django-fields.js';
import type { DjangoTable } from './django-tables.js';

/** What a user of Django has as a second factor, by django-otp. */
export interface DjangoFactor {
  /** The authenticator app; undefined where none fits. */
  readonly totp: { readonly secret: string; readonly lastStep: number } | undefined;
  /** Recovery codes, in clear as django-otp keeps them. */
  readonly codes: readonly string[];
  /** Whether there is an authenticator app that does not fit, and is left out. */
  readonly hasUnfit: boolean;
}

/** The tables of django-otp, by their names in a database and in a dump. */
const TOTP_DEVICES = /^otp_totp[._]totpdevice$/i;
const STATIC_DEVICES = /^otp_static[._]staticdevice$/i;
const STATIC_TOKENS = /^otp_static[._]statictoken$/i;

/** More codes than this are nobody's. */
const CODES_MAX = 100;

/** How far django-otp may have noticed a clock to be off, in steps: as far as Vigia takes codes. */
const DRIFT_MAX = 1;

/** Whether a table or a model holds second factors. */
export function isFactorTable(name: string): boolean {
  return [TOTP_DEVICES, STATIC_DEVICES, STATIC_TOKENS].some((pattern) => pattern.test(name));
}

/** Reads the second factors of a Django application. @returns those of a user, by its primary key and its name. */
export function djangoFactors(
  tables: readonly DjangoTable[],
): (user: { readonly id: string; readonly username: string }) => DjangoFactor | undefined {
  const rowsOf = (pattern: RegExp) => tables.filter(({ name }) => pattern.test(name)).flatMap((table) => table.rows());
  const totps = byKey(rowsOf(TOTP_DEVICES).filter(isConfirmed), ownerOf);
  const devices = byKey(rowsOf(STATIC_DEVICES).filter(isConfirmed), ownerOf);
  const tokens = byKey(rowsOf(STATIC_TOKENS), (row) => keyOf(row.device_id ?? row.device));
  return ({ id, username }) => {
    // Dumps with natural keys name the user in place of the key.
    const ofUser = (rows: ReadonlyMap<string, readonly DjangoRow[]>) => [
      ...((id === '' ? undefined : rows.get(id)) ?? []),
      ...(rows.get(nameKey(username)) ?? []),
    ];
    const own = ofUser(totps);
    if (own.length === 0) return undefined;
    const fitting = own.flatMap((row) => totpOf(row) ?? []);
    const codes = ofUser(devices).flatMap((device) => tokens.get(keyOf(device.id)) ?? []);
    return {
      totp: fitting[0],
      codes: codes
        .flatMap(({ token }) => (typeof token === 'string' && token !== '' ? [token] : []))
        .slice(0, CODES_MAX),
      hasUnfit: fitting.length < own.length,
    };
  };
}

/** An authenticator app as Vigia takes its codes: six digits, every 30 seconds from 1970 on. */
function totpOf({ key, step, t0, digits, drift, last_t }: DjangoRow): DjangoFactor['totp'] {
  const fits = step === 30 && t0 === 0 && digits === 6 && Math.abs(Number(drift ?? 0)) <= DRIFT_MAX;
  if (!fits || typeof key !== 'string' || !/^(?:[0-9a-f]{2}){10,64}$/i.test(key)) return undefined;
  const lastStep = Number.isSafeInteger(last_t) ? Math.max(0, last_t as number) : 0;
  return { secret: Secret.fromHex(key).base32, lastStep };
}

function isConfirmed({ confirmed }: DjangoRow): boolean {
  return confirmed === true || confirmed === 1;
}

function ownerOf(row: DjangoRow): string {
  return keyOf(row.user_id ?? row.user);
}

function keyOf(value: unknown): string {
  if (Array.isArray(value)) return nameKey(String(value[0]));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Unlike any primary key. */
function nameKey(username: string): string {
  return `name ${username}`;
}

function byKey(rows: readonly DjangoRow[], keyOfRow: (row: DjangoRow) => string): Map<string, DjangoRow[]> {
  const found = new Map<string, DjangoRow[]>();
  for (const row of rows) {
    const key = keyOfRow(row);
    if (key !== '') found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}
