/** Row of a Django table, or the fields of a dump item, by name; `id` is the primary key. */
export type DjangoRow = Readonly<Record<string, unknown>>;

const DJANGO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a row's fields and records those whose type differs from Django's; these get a default value. A field that the
 * model lacks is not a fault, but one that only this row lacks is.
 */
export class FieldReader {
  readonly #faults = new Set<string>();

  constructor(
    private readonly row: DjangoRow,
    private readonly columns: ReadonlySet<string>,
  ) {}

  /** Faults in the fields read so far, in English; undefined if there are none. */
  get fault(): string | undefined {
    return this.#faults.size === 0 ? undefined : `is not as Django writes it: ${[...this.#faults].join(', ')}`;
  }

  /** Returns the primary key for display; empty if there is none, as with natural keys. */
  key(): string {
    const { id } = this.row;
    if (id === undefined || id === null) return '';
    return typeof id === 'string' || typeof id === 'number' ? String(id) : this.#faulty('id', '');
  }

  /** Reads a string; empty if null, or if the model lacks the field. */
  text(field: string): string {
    const value = this.row[field];
    if (value === null || this.#isNoField(field)) return '';
    return typeof value === 'string' ? value : this.#faulty(field, '');
  }

  /** Reads a boolean as written by SQLite or JSON; `byDefault` if the model lacks the field. */
  flag(field: string, byDefault: boolean): boolean {
    const value = this.row[field];
    if (this.#isNoField(field)) return byDefault;
    if (value === true || value === 1) return true;
    return value === false || value === 0 ? false : this.#faulty(field, byDefault);
  }

  /**
   * Reads a time as Django writes it, to the millisecond; null if invalid. A time without a zone is taken as UTC, which
   * Django uses for storage with `USE_TZ`, and always in SQLite.
   */
  time(field: string): Date | null {
    const [, day, minute, second = ':00', fraction = '.0', zone = 'Z'] = DJANGO_TIME.exec(this.text(field)) ?? [];
    if (!day) return null;
    const time = new Date(`${day}T${minute}${second}${fraction.slice(0, 4)}${zone}`);
    return Number.isNaN(time.getTime()) ? null : time;
  }

  #isNoField(field: string): boolean {
    return !this.columns.has(field) && this.row[field] === undefined;
  }

  #faulty<Instead>(field: string, instead: Instead): Instead {
    this.#faults.add(`${field} is ${kindOf(this.row[field])}`);
    return instead;
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (Buffer.isBuffer(value)) return 'bytes';
  const kinds: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
  };
  return kinds[typeof value] ?? typeof value;
}
