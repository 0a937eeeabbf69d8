import { LockMode } from '@mikro-orm/core';
import { message } from '../../../../i18n/message.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { InvalidFields } from '../../../../shared/errors/errors.js';
import { HostWithoutAgent, NoSuchHost } from '../hosts.errors.js';
import { parseHostNumber } from '../named-hosts.js';
import { sourceOf } from '../source/source-kind.js';
import { Host } from '../storage/host.entity.js';

/** Lists the names that are in use: those of all hosts that are not retired. */
export async function presentNames(
  unit: UnitOfWork,
): Promise<readonly { readonly number: number; readonly name: string }[]> {
  return unit.find(Host, { retiredAt: null }, { fields: ['number', 'name'], disableIdentityMap: true });
}

/** Compares names regardless of case, since they would be confused otherwise. @throws {InvalidFields} */
export function refuseTaken(name: string, present: readonly { readonly name: string }[]): void {
  const isTaken = present.some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new InvalidFields({ name: [message('monitoring.hosts.nameTaken', { name })] });
}

/** Finds a host that is not retired, and locks its row. @throws {NoSuchHost} */
export async function presentHost(unit: UnitOfWork, id: string): Promise<Host> {
  const number = parseHostNumber(id) ?? 0;
  const host = await unit.findOne(Host, { number, retiredAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return host ?? Promise.reject(new NoSuchHost());
}

/** Like {@link presentHost}, for a host that an agent measures. @throws {NoSuchHost | HostWithoutAgent} */
export async function hostWithAgent(unit: UnitOfWork, id: string): Promise<Host> {
  const host = await presentHost(unit, id);
  if (sourceOf(host) !== 'AGENT') throw new HostWithoutAgent();
  return host;
}

/** Like {@link presentHost}, for a host that no node runs on. @throws {NoSuchHost | HostWithoutAgent} */
export async function remoteHost(unit: UnitOfWork, id: string): Promise<Host> {
  const host = await presentHost(unit, id);
  if (sourceOf(host) === 'OWN') throw new HostWithoutAgent();
  return host;
}
