import { expect, test } from 'vitest';
import { checkSockets } from '../../../src/cli/doctor/check-sockets.js';
import { createTestApp } from '../../support/test-app.js';

test('sockets that reach the service pass, although it refuses them', async () => {
  const app = await createTestApp();
  expect(await checkSockets(app.baseUrl)).toEqual([
    { check: 'sockets', level: 'ok', text: 'WebSockets of pages and agents pass.' },
  ]);
});
