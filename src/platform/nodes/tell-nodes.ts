import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../db/database.js';
import { dialectOf } from '../db/dialect.js';
import { queryRows } from '../db/query-rows.js';
import { MessageBatches } from './message-batches.js';
import { MESSAGES_CHANNEL } from './postgresql-listener.js';

/**
 * Sends a message to all nodes of a database from a process that is not a node, e.g. a command. Does nothing on SQLite,
 * where the service notices other processes' writes.
 */
export async function tellNodes(unit: UnitOfWork, topic: string, payload: unknown): Promise<void> {
  if (dialectOf(unit) === 'sqlite') return;
  const batches: string[] = [];
  const messages = new MessageBatches(randomUUID(), (batch) => batches.push(batch));
  messages.add(topic, payload);
  messages.flush();
  for (const batch of batches) await queryRows(unit, 'select pg_notify(?, ?)', [MESSAGES_CHANNEL, batch]);
}
