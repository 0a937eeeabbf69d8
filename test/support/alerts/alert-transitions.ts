import { uptime } from 'node:os';
import SqliteDatabase from 'better-sqlite3';

/** Seconds between firings across all rules, followed by the seconds for which a rule keeps firing. */
const FIRES_EACH_SECONDS = 0.25;
const HOLDS_SECONDS = 2;

/** Number of times that each rule fires, since an expression has at most six comparisons. */
const TIMES_OF_A_RULE = 3;

/** Number of channels over which the rules are spread, to have many messages in transit at any time. */
const CHANNELS = 20;

/** A service's tables on either database. In statements, each `?` stands for a value. */
export interface TransitionTables {
  run(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/** Counts of rule transitions in a database; all but the first four must be 0 (promise 46). */
export interface TransitionCounts {
  readonly fired: number;
  readonly released: number;
  /** Items for a channel, one for each transition. */
  readonly items: number;
  /** Messages built from those items. */
  readonly messages: number;
  /** Transitions without an item for any channel. */
  readonly untold: number;
  /** Items without a transition, or with one that another item reports as well. */
  readonly invented: number;
  /** Extra open incidents of the same rule and host. */
  readonly doubled: number;
  /** Open incidents missing from their rule's state, and firing states without an incident. */
  readonly torn: number;
}

/** Opens a file's tables. If another process is writing to the file, use them only for reading. */
export function sqliteTables(file: string): TransitionTables {
  return {
    run: async (sql, values = []) => {
      const database = new SqliteDatabase(file);
      try {
        const statement = database.prepare(sql);
        const plain = values.map((value) => (value instanceof Date ? value.getTime() : value));
        if (statement.reader) return statement.all(...plain) as Record<string, unknown>[];
        statement.run(...plain);
        return [];
      } finally {
        database.close();
      }
    },
  };
}

/**
 * Fills a migrated database that no service is using. With every sample, some rule fires or is released; this works on
 * any machine because the rules depend on uptime.
 *
 * @param seconds duration for which the rules do so.
 */
export async function fillFlappingRules({ run }: TransitionTables, seconds: number): Promise<void> {
  const now = new Date();
  await run('delete from alert_rules');
  const channels = Array.from({ length: CHANNELS }, (_, index) => index + 1);
  await run(
    `insert into channels (id, name, kind, language, settings, secrets, is_active, created_at, changed_at)
     values ${channels.map(() => "(?, ?, 'WEBHOOK', 'en', '{}', null, true, ?, ?)").join()}`,
    channels.flatMap((channel) => [channel, `Receiver ${channel}`, now, now]),
  );
  const count = Math.ceil(seconds / FIRES_EACH_SECONDS / TIMES_OF_A_RULE);
  const rules = Array.from({ length: count }, (_, rule) => [
    `R${rule}`,
    expressionOf(rule, count),
    `[${(rule % CHANNELS) + 1}]`,
    now,
    now,
  ]);
  await run(
    `insert into alert_rules (name, expression, for_seconds, release_seconds, severity, hosts, channels, repeat_seconds,
       is_active, time_zone, created_at, changed_at)
     values ${rules.map(() => "(?, ?, 0, 0, 'BAD', '[]', ?, 0, true, 'UTC', ?, ?)").join()}`,
    rules.flat(),
  );
}

/** Returns a condition that makes the rules fire in turn, and again after a full round. */
function expressionOf(rule: number, rules: number): string {
  return Array.from({ length: TIMES_OF_A_RULE }, (_, turn) => {
    const from = uptime() + (turn * rules + rule) * FIRES_EACH_SECONDS;
    return `uptime > ${from.toFixed(2)} AND uptime < ${(from + HOLDS_SECONDS).toFixed(2)}`;
  }).join(' OR ');
}

export async function countTransitions({ run }: TransitionTables): Promise<TransitionCounts> {
  const count = async (sql: string) => Number((await run(`select count(*) as number ${sql}`))[0]?.number);
  const told = 'select item_id from outbox_items';
  const transitions = `select id || '-fired' as item from incidents
    union all select id || '-released' from incidents where end_reason = 'RELEASED'`;
  return {
    fired: await count('from incidents'),
    released: await count("from incidents where end_reason = 'RELEASED'"),
    items: await count('from outbox_items'),
    messages: await count('from outbox_messages'),
    untold: await count(`from (${transitions}) as t where item not in (${told})`),
    invented:
      (await count(`from outbox_items where item_id not in (select item from (${transitions}) as t)`)) +
      (await count(`from (${told} group by item_id having count(*) > 1) as t`)),
    doubled: await count(
      `from incidents a join incidents b on a.rule_id = b.rule_id and a.host_number = b.host_number and a.id < b.id
       where a.ended_at is null or (b.started_at < a.ended_at)`,
    ),
    torn:
      (await count(
        `from incidents i left join alert_states s on s.rule_id = i.rule_id and s.host_number = i.host_number
         where i.ended_at is null and s.incident_id is distinct from i.id`,
      )) +
      (await count(
        `from alert_states s left join incidents i on i.id = s.incident_id
         where (s.incident_id is not null and (i.id is null or i.ended_at is not null))
           or (s.state = 'FIRING' and s.incident_id is null)`,
      )),
  };
}
