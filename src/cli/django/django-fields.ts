/** A row of a Django table, or the fields of an item of a dump, by their names; `id` is the primary key. */
export type DjangoRow = Readonly<Record<string, unknown>>;

/** Text of a field; empty where there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A truth value, as SQLite or JSON has it; `byDefault` where the model has no such field. */
export function flagOf(value: unknown, byDefault: boolean): boolean {
  return value === undefined || value === null ? byDefault : value === true || value === 1;
}

const DJANGO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * A time as Django writes it, to the millisecond; null where it is none. Without a zone it is taken for UTC: that is what
 * Django means with `USE_TZ`, and what SQLite always has.
 */
export function timeOf(value: unknown): Date | null {
  const [, day, minute, second = ':00', fraction = '.0', zone = 'Z'] = DJANGO_TIME.exec(textOf(value)) ?? [];
  if (!day) return null;
  const time = new Date(`${day}T${minute}${second}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(time.getTime()) ? null : time;
}
