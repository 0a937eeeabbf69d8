import { BlockedDomain } from '../../features/accounts/email-domains/blocked-domain.entity.js';
import { User } from '../../features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../platform/audit/audit-event.entity.js';
import type { AuditAction } from '../../platform/audit/audit-trail.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import { computeLookalikes } from '../../shared/identity/lookalikes.js';
import { demoAccounts } from '../demo-accounts.js';
import { DAY_MS, HOUR_MS } from '../machines/curves.js';

/** Username, first name, staff, active, age of the account in days. Only the first two have a password. */
const people = [
  [demoAccounts.staff, 'Ana', true, true, 731],
  [demoAccounts.member, 'Bia', false, true, 610],
  ['davi', 'Davi', true, true, 402],
  ['elena', 'Elena', false, true, 215],
  ['joao.silva', 'João', false, true, 95],
  ['tomas', 'Tomás', false, false, 40],
] as const;

/** Writes the accounts. @returns their ids by name. */
export async function writeAccounts(
  unit: UnitOfWork,
  { nowMs, password }: { readonly nowMs: number; readonly password: string },
): Promise<ReadonlyMap<string, number>> {
  const known: readonly string[] = [demoAccounts.staff, demoAccounts.member];
  const users = people.map(([username, firstName, isStaff, isActive, days]) =>
    unit.create(User, {
      username,
      usernameKey: username,
      ...computeLookalikes(username),
      firstName,
      email: `${username}@example.org`,
      password: known.includes(username) ? password : '',
      isStaff,
      isActive,
      dateJoined: new Date(nowMs - days * DAY_MS),
      lastLogin: new Date(nowMs - days * HOUR_MS),
    }),
  );
  await unit.persist(users).flush();
  const ids = new Map(users.map(({ username, id }) => [username, id]));
  unit.persist(
    unit.create(BlockedDomain, {
      domain: 'throwaway-mail.example',
      addedAt: new Date(nowMs - 30 * DAY_MS),
      addedBy: demoAccounts.staff,
    }),
  );
  for (const { hours, username = '', actor = '', result = 'success', after, ...event } of events) {
    unit.persist(
      unit.create(AuthenticationEvent, {
        ...event,
        at: new Date(nowMs - hours * HOUR_MS),
        result,
        address: '192.0.2.17',
        username,
        usernameKey: username,
        userId: ids.get(username) ?? null,
        actor,
        actorKey: actor,
        actorId: ids.get(actor) ?? null,
        after: after ? JSON.stringify(after) : null,
      }),
    );
  }
  await unit.flush();
  return ids;
}

interface PastEvent {
  readonly hours: number;
  readonly event: AuditAction;
  readonly door: 'form' | 'graphql';
  readonly username?: string;
  readonly actor?: string;
  readonly result?: 'failure' | 'locked_out';
  readonly after?: Readonly<Record<string, unknown>>;
}

const events: readonly PastEvent[] = [
  { hours: 2160, event: 'staff_grant', door: 'graphql', username: 'davi', actor: 'ana' },
  { hours: 960, event: 'register', door: 'form', username: 'tomas' },
  { hours: 720, event: 'domain_block', door: 'graphql', actor: 'ana', after: { domain: 'throwaway-mail.example' } },
  { hours: 214, event: 'login', door: 'form', username: 'admin', result: 'failure' },
  { hours: 213, event: 'login', door: 'form', username: 'admin', result: 'locked_out' },
  { hours: 120, event: 'deactivate', door: 'graphql', username: 'tomas', actor: 'davi' },
  { hours: 30, event: 'host_tag', door: 'graphql', actor: 'ana', after: { host: 2, tags: ['web', 'production'] } },
  { hours: 6, event: 'login', door: 'form', username: 'ana' },
];
