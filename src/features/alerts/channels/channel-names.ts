import type { UnitOfWork } from '../../../platform/db/database.js';
import { Channel } from './channel.entity.js';

export async function channelNames(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const channels = await unit.find(Channel, { id: { $in: [...ids] } }, { fields: ['name'] });
  return new Map(channels.map(({ id, name }) => [id, name]));
}
