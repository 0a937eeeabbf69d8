import { expect, test } from 'vitest';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

test('rules are listed, and tried on what is stored, without the service (contract 10, 12)', async () => {
  const { dataDir, run } = commandLine();
  await run(['migrate']);
  const list = await run(['alert', 'list']);
  expect(list.out).toMatch(
    /^id +name +severity +active +stands +expression\n1 +Disco quase cheio +BAD +yes +- +disk > 90 %\n/,
  );
  expect(list.code).toBe(0);
  const nothing = await run(['alert', 'test', 'Disco quase cheio']);
  expect(nothing.out).toMatch(
    /^disk > 90 %\n\n\S+: unknown, as no sample is stored\ncomparison +is +now\ndisk > 90 % +unknown +false\n$/,
  );

  const service = await startService({ DATA_DIR: dataDir, METRICS_INTERVAL_MS: '250' });
  const stand = async () => (await run(['alert', 'list'])).out;
  await expect.poll(stand).toMatch(/Disco quase cheio +BAD +yes +(OK|PENDING) 1 /);
  service.process.kill('SIGTERM');
  await service.ended;
  const tried = await run(['alert', 'test', 'Disco quase cheio']);
  expect(tried.out).toMatch(
    /^disk > 90 %\n\n\S+: (true|false), by the sample of \d{4}-\S+Z\n.*\ndisk > 90 % +\d+(\.\d)? +(true|false)\n$/,
  );
  expect(tried.code).toBe(0);

  const unknown = await run(['alert', 'test', 'Nada']);
  expect(unknown).toEqual({ code: 1, out: '', err: 'There is no rule "Nada": see "vigia alert list".\n' });
  expect((await run(['alert', 'test'])).code).toBe(2);
});
