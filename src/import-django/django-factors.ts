import { Secret } from 'otpauth';
import { visible } from '../shared/text/visible-text.js';
import type { DjangoRow } from './django-fields.js';
import type { DjangoTable } from './django-tables.js';

/** A Django user's second factors, at least one. */
export interface DjangoFactor {
  /** The most recently used authenticator app; undefined if none is compatible. */
  readonly totp: { readonly secret: string; readonly lastStep: number } | undefined;
  /** Recovery codes, in clear text as stored by django-otp. */
  readonly codes: readonly string[];
  /** Factors that Vigia cannot import, in English, phrased as things the user "has". */
  readonly leftOut: readonly string[];
}

/** The django-otp tables that are imported, by their names in a database or a dump. */
const TOTP_DEVICES = /^otp_totp[._]totpdevice$/i;
const STATIC_DEVICES = /^otp_static[._]staticdevice$/i;
const STATIC_TOKENS = /^otp_static[._]statictoken$/i;

/** Second factors of django-allauth, django-mfa2, django-mfa3, django-multifactor, django-passkeys and django-trench. */
const OTHER_FACTORS =
  /^(?:mfa[._](?:authenticator|user_keys|mfakey)|multifactor[._]userkey|passkeys[._]userpasskey|trench[._]mfamethod)$/i;

/** Columns that every device of django-otp and its plugins has, whatever the package. */
const DEVICE_COLUMNS = ['name', 'confirmed'];
const DEVICE_NAME = /device$|^otp_/i;

/** Fields that say whether a factor is in use, by package. */
const STATUS_FIELDS = ['confirmed', 'enabled', 'is_active'];

/** Upper bound on the recovery codes of one user. */
const CODES_MAX = 100;

/** Maximum clock drift that django-otp records, in steps; equal to Vigia's tolerance. */
const DRIFT_MAX = 1;

/** Whether a table or model contains second factors or their codes. */
export function isFactorTable(name: string, columns: ReadonlySet<string>): boolean {
  if ([TOTP_DEVICES, STATIC_DEVICES, STATIC_TOKENS, OTHER_FACTORS].some((pattern) => pattern.test(name))) return true;
  const hasOwner = columns.has('user_id') || columns.has('user');
  return hasOwner && DEVICE_NAME.test(name) && DEVICE_COLUMNS.every((column) => columns.has(column));
}

interface FoundFactor {
  readonly table: string;
  readonly row: DjangoRow;
}

/**
 * Reads a Django application's second factors. @returns a function that looks up a user's factors by primary key and
 * name.
 */
export function djangoFactors(
  tables: readonly DjangoTable[],
): (user: { readonly id: string; readonly username: string }) => DjangoFactor | undefined {
  const rowsOf = (wanted: (name: string) => boolean) =>
    tables
      .filter(({ name }) => wanted(name))
      .flatMap((table) => table.rows().map((row): FoundFactor => ({ table: table.name, row })));
  const factors = byKey(rowsOf((name) => !STATIC_TOKENS.test(name)).filter(isInUse), findOwner);
  const tokens = byKey(
    rowsOf((name) => STATIC_TOKENS.test(name)),
    ({ row }) => keyOf(row.device_id ?? row.device),
  );
  return ({ id, username }) => {
    // Dumps with natural keys refer to users by name instead of key.
    const own = [...((id === '' ? undefined : factors.get(id)) ?? []), ...(factors.get(nameKey(username)) ?? [])];
    if (own.length === 0) return undefined;
    const [apps, others] = partition(own, ({ table }) => TOTP_DEVICES.test(table));
    const [backups, unknown] = partition(others, ({ table }) => STATIC_DEVICES.test(table));
    const [totp, ...furtherApps] = apps.flatMap(fittingApp).toSorted((a, b) => b.lastStep - a.lastStep);
    const leftOut = [
      ...(apps.some((app) => fittingApp(app).length === 0) ? [UNFIT_APP] : []),
      ...furtherApps.map(({ name }) => furtherApp(name)),
      ...unknown.map(({ table }) => `a second factor of ${visible(table)}, which was left out`),
    ];
    const codes = backups.flatMap(({ row }) => tokens.get(keyOf(row.id)) ?? []).flatMap(({ row }) => codeIn(row));
    return { totp, codes: codes.slice(0, CODES_MAX), leftOut: [...new Set(leftOut)] };
  };
}

const UNFIT_APP = 'an authenticator app whose codes are not six digits every 30 seconds, which was left out';

function furtherApp(name: string): string {
  return `another authenticator app, "${visible(name)}", which was left out: the one used last was taken over`;
}

interface App extends NonNullable<DjangoFactor['totp']> {
  readonly name: string;
}

/** Returns the authenticator app if Vigia supports it: six digits, every 30 seconds from 1970 on. Otherwise empty. */
function fittingApp({ row }: FoundFactor): App[] {
  const { key, name, step, t0, digits, drift, last_t } = row;
  const fits = step === 30 && t0 === 0 && digits === 6 && Math.abs(Number(drift ?? 0)) <= DRIFT_MAX;
  if (!fits || typeof key !== 'string' || !/^(?:[0-9a-f]{2}){10,64}$/i.test(key)) return [];
  const lastStep = Number.isSafeInteger(last_t) ? Math.max(0, last_t as number) : 0;
  return [{ secret: Secret.fromHex(key).base32, lastStep, name: typeof name === 'string' ? name : '' }];
}

function codeIn({ token }: DjangoRow): string[] {
  return typeof token === 'string' && token !== '' ? [token] : [];
}

/** Whether a factor is in use. It isn't if its setup was never finished or it was switched off. */
function isInUse({ row }: FoundFactor): boolean {
  return STATUS_FIELDS.every((field) => row[field] === undefined || row[field] === true || row[field] === 1);
}

function findOwner({ row }: FoundFactor): string {
  const owner = row.user_id ?? row.user;
  return owner === undefined && typeof row.username === 'string' ? nameKey(row.username) : keyOf(owner);
}

function keyOf(value: unknown): string {
  if (Array.isArray(value)) return nameKey(String(value[0]));
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns a key that cannot be mistaken for a primary key. */
function nameKey(username: string): string {
  return `name ${username}`;
}

function byKey(found: readonly FoundFactor[], keyOfFactor: (factor: FoundFactor) => string) {
  const grouped = new Map<string, FoundFactor[]>();
  for (const factor of found) {
    const key = keyOfFactor(factor);
    const group = grouped.get(key);
    if (group) group.push(factor);
    else if (key !== '') grouped.set(key, [factor]);
  }
  return grouped;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
