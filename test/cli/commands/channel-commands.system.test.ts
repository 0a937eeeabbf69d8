import { expect, test } from 'vitest';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { createChannel } from '../../support/alerts/channels.js';
import { says, startReceiver } from '../../support/alerts/receiver.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { PASSWORD } from '../../support/test-app.js';

test('channels on the command line: listed, and tested past the outbox (contract 10, 12)', async () => {
  const receiver = await startReceiver();
  const environment = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' };
  const { dataDir, file, run, events } = commandLine(undefined, environment);
  await storeAccount(file, 'chefe', { isStaff: true });
  const service = await startService({ DATA_DIR: dataDir, ...environment });
  const staff = new Browser(service.baseUrl);
  await staff.submit('/accounts/login/', { username: 'chefe', password: PASSWORD });
  await createChannel(staff, { kind: 'SLACK', url: `${receiver.url}/services/the-secret-path` });

  expect((await run(['channel', 'list'])).out).toMatch(
    /^name +kind +address +active +problem +waiting +failed +last delivery\nPlantão +SLACK +127\.0\.0\.1:\d+ +yes +- +0 +0 +-\n$/,
  );
  expect(await run(['channel', 'test', 'Plantão'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Delivered in \d+ ms\. 200 ok\n$/),
    err: '',
  });
  expect(receiver.received).toHaveLength(1);
  receiver.answersWith(says(404, 'no_service'));
  expect(await run(['channel', 'test', 'Plantão'])).toMatchObject({
    code: 1,
    out: '',
    err: 'Not delivered. The receiver did not take it now: 404 no_service\n',
  });
  expect(await run(['channel', 'test', 'Outro'])).toMatchObject({
    code: 1,
    err: 'There is no channel with that name or number.\n',
  });
  expect((await events()).slice(-2)).toEqual(['channel_test success', 'channel_test failure']);
});
