import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { describe, expect, test, vi } from 'vitest';
import { ChannelStatuses } from '../../../src/features/alerts/channels/delivery/channel-status.js';
import { AuditPruning } from '../../../src/platform/audit/audit-pruning.js';
import { type AuditFilter, AuditRecords } from '../../../src/platform/audit/audit-records.js';
import { forgetAtOnce, forgetLater } from '../../../src/platform/audit/forget-person.js';
import { personalAudit } from '../../../src/platform/audit/personal-audit.js';
import type { Database } from '../../../src/platform/db/database.js';
import { createDeleter } from '../../../src/platform/db/delete-in-slices.js';
import { Outbox } from '../../../src/platform/outbox/outbox.js';
import { ALL_MACHINES } from '../../../src/shared/identity/machine-access.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { claimsOn } from '../../support/outbox.js';

type Action = (deps: { em: Database['em']; clock: FakeClock }) => Promise<unknown>;

const search =
  (filter: AuditFilter): Action =>
  ({ em }) =>
    new AuditRecords(em).page(filter, { first: 50, after: undefined });

const outboxOf = ({ em, clock }: Parameters<Action>[0]) =>
  new Outbox({ em, clock, deleteRows: createDeleter({ em, clock }) });
const claimsOf = ({ em, clock }: Parameters<Action>[0]) => claimsOn({ em }, clock).claims;

const person = { userId: 7, username: 'ana', pseudonym: 'deleted-1', ...ALL_MACHINES };

/** Actions on tables that grow for years, with the columns by which their indexes must find rows. */
const ACTIONS: Readonly<Record<string, { readonly run: Action; readonly by: readonly string[] }>> = {
  'searching failures of a name': {
    run: search({ username: 'ana', result: 'failure' }),
    by: ['username_key', 'result'],
  },
  'searching failures of an address': {
    run: search({ address: '192.0.2.1', result: 'failure' }),
    by: ['address', 'result'],
  },
  'searching failures of an event': { run: search({ event: 'logout', result: 'failure' }), by: ['event', 'result'] },
  'searching failures': { run: search({ result: 'failure' }), by: ['result'] },
  'searching a name': { run: search({ username: 'ana' }), by: ['username_key'] },
  'searching an actor': { run: search({ actor: 'ana' }), by: ['actor_key'] },
  'reading what a person did to others': {
    run: ({ em }) => personalAudit.read(em.fork(), person),
    by: ['username_key', 'actor_key'],
  },
  'taking a name out of the trail': {
    run: ({ em, clock }) => forgetAtOnce(em.fork(), { ...person, deletedAt: clock.now() }),
    by: ['username_key', 'actor_key', 'event'],
  },
  'taking names out of rows that came late': {
    run: ({ em, clock }) =>
      forgetLater({ em, clock, isStopped: () => false }, [{ ...person, deletedAt: clock.now() }], clock.now()),
    by: ['at'],
  },
  'pruning the trail': { run: ({ em, clock }) => new AuditPruning({ em, clock }).prune(), by: ['at', 'result'] },
  'listing messages of a state': {
    run: (deps) => outboxOf(deps).page({ first: 25, after: [1000] }, 'failed'),
    by: ['state'],
  },
  'counting messages of a state': { run: (deps) => outboxOf(deps).count('failed'), by: ['state'] },
  'pruning messages': { run: (deps) => outboxOf(deps).prune(), by: ['state', 'settled_at', 'queued_at'] },
  'what channels are doing': {
    run: ({ em }) => new ChannelStatuses({ em }).of([1]),
    by: ['channel_id', 'state'],
  },
  'claiming messages': {
    run: (deps) => claimsOf(deps).next('mail'),
    by: ['state', 'lane', 'kind', 'tried_at'],
  },
};

const TABLES = /\b(authentication_events|outbox_messages|outbox_items)\b/;

describe.each(databaseKinds.filter(({ available }) => available))('statements on $name', (kind) => {
  test.each(Object.entries(ACTIONS))('find rows by an index, in its order: %s', async (_, { run, by }) => {
    const location = await kind.locate();
    const { em } = await openTestDatabase(location);
    const statements = await statementsOn(em, () => run({ em, clock: new FakeClock() }));
    const plans: string[] = [];
    for (const [sql, values] of statements) {
      const plan = await (location.kind === 'sqlite' ? sqlitePlan : postgresqlPlan)(em, sql, values);
      expect(plan.filter(isSlow), sql).toEqual([]);
      plans.push(...plan);
    }
    const conditions = plans.filter((step) => /^SEARCH|Index Cond/.test(step)).join('\n');
    for (const column of by) expect(conditions).toMatch(new RegExp(String.raw`\b${column}\)?(::text)?\s*([=<>]|IS)`));
  });
});

/** Whether a step takes longer for larger tables. Excludes rows in memory, which have these names in `AuditWalk`. */
function isSlow(step: string): boolean {
  if (/^(Index|Index Only) Scan/.test(step)) return !step.includes('Index Cond');
  return /^SCAN (?!slice|counted|CONSTANT)|TEMP B-TREE FOR ORDER BY|^Seq Scan/.test(step);
}

type Statement = readonly [sql: string, values: readonly unknown[]];

async function statementsOn(em: Database['em'], action: () => Promise<unknown>): Promise<Statement[]> {
  const execute = vi.spyOn((em as SqlEntityManager).getConnection(), 'execute');
  await action();
  const executed = execute.mock.calls.map(
    ([sql, values]): Statement => [String(sql), Array.isArray(values) ? values : []],
  );
  execute.mockRestore();
  return executed.filter(([sql]) => TABLES.test(sql));
}

async function sqlitePlan(em: Database['em'], ...[sql, values]: Statement): Promise<string[]> {
  const unit = em.fork() as SqlEntityManager;
  const rows = await unit.execute<{ detail: string }[]>(`explain query plan ${sql}`, [...values]);
  return rows.map(({ detail }) => detail);
}

/** Returns the plan without those that PostgreSQL prefers for small tables, to show whether an index exists. */
async function postgresqlPlan(em: Database['em'], ...[sql, values]: Statement): Promise<string[]> {
  return (em.fork() as SqlEntityManager).transactional(async (unit) => {
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
      await unit.execute(`set local enable_${way} = off`);
    const rows = await unit.execute<Record<string, string>[]>(`explain ${sql}`, [...values]);
    const lines = rows.flatMap((row) => Object.values(row)).join('\n');
    return lines.split('->').map((node) => node.trim());
  });
}
