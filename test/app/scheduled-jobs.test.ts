import { expect, test, vi } from 'vitest';
import { Room } from '../../src/features/classroom/room.entity.js';
import { createTestApp } from '../support/test-app.js';

test('a table that cannot be pruned is reported, and those after it are pruned', async () => {
  const app = await createTestApp();
  const openedAt = app.clock.now();
  const room = { code: 'ABCDEF', ownerId: 1, openedAt, expiresAt: openedAt };
  const unit = app.database.em.fork();
  await unit.insert(Room, room);
  vi.spyOn(app.services.sessions, 'prune').mockRejectedValue(new Error('disk full'));
  await app.sleep({ minutes: 60 });
  await expect.poll(() => app.database.em.fork().count(Room)).toBe(0);
  expect(app.lines.filter((line) => line.includes('disk full'))).toHaveLength(1);
});
