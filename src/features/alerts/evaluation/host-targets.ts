import type { UnitOfWork } from '../../../platform/db/database.js';
import { dialectOf } from '../../../platform/db/dialect.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import type { RuleTarget } from '../alert-rule.entity.js';

interface Row {
  readonly number: number;
  readonly tags: string;
  readonly is_retired: boolean | number;
}

const COLUMNS = 'number, tags, retired_at is not null as is_retired';

interface HostRow {
  readonly tags: readonly string[];
  readonly isRetired: boolean;
}

/** Resolves which hosts rules apply to, from the hosts' rows. A host without a row has no tags yet. */
export class HostTargets {
  private constructor(private readonly rows: ReadonlyMap<number, HostRow>) {}

  static async read(unit: UnitOfWork): Promise<HostTargets> {
    return HostTargets.#of(await queryRows<Row>(unit, `select ${COLUMNS} from hosts`));
  }

  /** Reads one host. Other hosts then count as hosts without tags. */
  static async readOne(unit: UnitOfWork, number: number): Promise<HostTargets> {
    return HostTargets.#of(await queryRows<Row>(unit, `select ${COLUMNS} from hosts where number = ?`, [number]));
  }

  /**
   * Reads one host with a lock. Retiring it or changing its tags has to wait until the transaction ends, but its
   * samples can still be stored.
   */
  static async readLocked(unit: UnitOfWork, number: number): Promise<HostTargets> {
    const lock = dialectOf(unit) === 'postgresql' ? 'for key share' : '';
    return HostTargets.#of(
      await queryRows<Row>(unit, `select ${COLUMNS} from hosts where number = ? ${lock}`, [number]),
    );
  }

  static #of(rows: readonly Row[]): HostTargets {
    const read = ({ number, tags, is_retired }: Row) =>
      [number, { tags: JSON.parse(tags) as string[], isRetired: Boolean(is_retired) }] as const;
    return new HostTargets(new Map(rows.map(read)));
  }

  /** Whether rules are evaluated on a host, which is the case unless it is retired. */
  isPresent(number: number): boolean {
    return this.rows.get(number)?.isRetired !== true;
  }

  /** Whether a rule applies to a host. */
  includes({ hosts, tags }: RuleTarget, number: number): boolean {
    if (!this.isPresent(number)) return false;
    if (hosts.length === 0 && tags.length === 0) return true;
    return hosts.includes(number) || tags.some((tag) => this.tagsOf(number).includes(tag));
  }

  tagsOf(number: number): readonly string[] {
    return this.rows.get(number)?.tags ?? [];
  }

  /** Returns the hosts a rule applies to; undefined for all hosts. */
  hostsOf(target: RuleTarget): ReadonlySet<number> | undefined {
    if (target.hosts.length === 0 && target.tags.length === 0) return undefined;
    const tagged = [...this.rows.keys()].filter((number) => this.includes(target, number));
    return new Set([...target.hosts.filter((number) => this.isPresent(number)), ...tagged]);
  }
}
