import { uptime } from 'node:os';
import SqliteDatabase from 'better-sqlite3';

/** How often one of the rules fires, and how long it then holds. */
const FIRES_EACH_SECONDS = 0.25;
const HOLDS_SECONDS = 2;

/** As often each rule fires: an expression has six comparisons at most. */
const TIMES_OF_A_RULE = 3;

/** The id of the channel that they tell. */
const CHANNEL = 1;

/** What is true of the transitions of rules in a database; all but the first four must be 0 (promise 46). */
export interface TransitionCounts {
  readonly fired: number;
  readonly released: number;
  /** Items for the channel: one for each of these. */
  readonly items: number;
  /** Messages made of the items. */
  readonly messages: number;
  /** Transitions that the channel is not told of. */
  readonly untold: number;
  /** Items that tell of no transition. */
  readonly invented: number;
  /** Open incidents beside another one of the same rule and host. */
  readonly doubled: number;
  /** Open incidents of which the state does not know, and states that fire without an incident. */
  readonly torn: number;
}

/**
 * Has a database that the service has migrated, and that nobody has open, hold rules of which from now on one or other
 * fires or is released with every sample, whatever this machine does: they go by the time since its start.
 *
 * @param seconds for how long.
 * @param secrets of the channel that they tell, as `SecretBox` seals them; null when nothing is to be delivered.
 */
export function fillFlappingRules(file: string, seconds: number, secrets: string | null = null): void {
  const database = new SqliteDatabase(file);
  database.exec('delete from alert_rules');
  database
    .prepare(
      `insert into channels (id, name, kind, language, settings, secrets, is_active, created_at, changed_at)
       values (${CHANNEL}, 'Receiver', 'WEBHOOK', 'en', '{}', ?, 1, 0, 0)`,
    )
    .run(secrets);
  const insert = database.prepare(`insert into alert_rules
    (name, expression, for_seconds, release_seconds, severity, hosts, channels, repeat_seconds, is_active, time_zone,
     created_at, changed_at) values (?, ?, 0, 0, 'BAD', '[]', '[${CHANNEL}]', 0, 1, 'UTC', 0, 0)`);
  database.transaction(() => {
    const rules = Math.ceil(seconds / FIRES_EACH_SECONDS / TIMES_OF_A_RULE);
    for (let rule = 0; rule < rules; rule += 1) {
      const times = Array.from({ length: TIMES_OF_A_RULE }, (_, turn) => {
        const from = uptime() + (turn * rules + rule) * FIRES_EACH_SECONDS;
        return `uptime > ${from.toFixed(2)} AND uptime < ${(from + HOLDS_SECONDS).toFixed(2)}`;
      });
      insert.run(`R${rule}`, times.join(' OR '));
    }
  })();
  database.close();
}

/** Counts the transitions that are in a database, and what is wrong with them. */
export function countTransitions(file: string): TransitionCounts {
  const database = new SqliteDatabase(file, { readonly: true });
  const count = (sql: string) => Number(database.prepare(`select count(*) ${sql}`).pluck().get());
  const told = `select item_id from outbox_items where channel_id = ${CHANNEL}`;
  const transitions = `select id || '-fired' as item from incidents
    union all select id || '-released' from incidents where end_reason = 'RELEASED'`;
  const counts = {
    fired: count('from incidents'),
    released: count("from incidents where end_reason = 'RELEASED'"),
    items: count(`from (${told})`),
    messages: count('from outbox_messages'),
    untold: count(`from (${transitions}) where item not in (${told})`),
    invented: count(`from (${told}) where item_id not in (${transitions})`),
    doubled: count(
      `from incidents a join incidents b on a.rule_id = b.rule_id and a.host_number = b.host_number and a.id < b.id
       where a.ended_at is null or (b.started_at < a.ended_at)`,
    ),
    torn:
      count(
        `from incidents i left join alert_states s on s.rule_id = i.rule_id and s.host_number = i.host_number
         where i.ended_at is null and s.incident_id is not i.id`,
      ) +
      count(
        `from alert_states s left join incidents i on i.id = s.incident_id
         where (s.incident_id is not null and (i.id is null or i.ended_at is not null))
           or (s.state = 'FIRING' and s.incident_id is null)`,
      ),
  };
  database.close();
  return counts;
}
