import { expect, test } from 'vitest';
import { hashOfHostToken } from '../../../src/features/monitoring/host-token.js';
import { Host } from '../../../src/features/monitoring/hosts/storage/host.entity.js';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

test('hosts on the command line: added, listed, named, tagged, given another token and retired (contract 10, 13)', async () => {
  const { file, run, events } = commandLine(undefined, { PUBLIC_URL: 'https://vigia.example' });
  await storeAccount(file, 'chefe', { isStaff: true });
  const added = await run(['host', 'add', 'web-1', '--tag', 'Web', '--tag', 'br']);
  const line =
    /^echo (vigia_host_[\w-]{43}) \| sudo sh -c "\$\(curl -fsS https:\/\/vigia\.example\/agent\/install\.sh\)" vigia-agent --hub https:\/\/vigia\.example --token-file -$/m;
  expect([added.code, added.err]).toEqual([0, '']);
  const [, token = ''] = line.exec(added.out) ?? [];
  const computeHash = async () => {
    const { em } = await openTestDatabase({ kind: 'sqlite', file });
    return (await em.fork().findOneOrFail(Host, { hasAgent: true })).tokenHash;
  };
  expect(await computeHash()).toBe(hashOfHostToken(token));

  expect(await run(['host', 'add', 'WEB-1'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('WEB-1'),
  });
  expect((await run(['host', 'list'])).out).toMatch(
    /^id +name +state +last seen +tags +host name +agent\n(1 .*\n)?2 +web-1 +WAITING +- +br, web +- +never connected\n$/,
  );
  expect((await run(['host', 'rename', 'web-1', 'loja'])).out).toBe('web-1 is now called loja.\n');
  expect((await run(['host', 'tag', 'Loja', '--tag', 'data'])).out).toBe('loja now has the tags data.\n');
  expect((await run(['host', 'tag', '2'])).out).toBe('loja now has no tags.\n');
  expect((await run(['host', 'rename', 'web-1', 'x'])).err).toBe('There is no host "web-1": see "vigia host list".\n');
  expect((await run(['host', 'set', 'loja', '--interval', '10'])).out).toBe('loja is measured every 10 s.\n');
  expect((await run(['host', 'set', 'loja', '--interval', 'x'])).code).toBe(2);
  expect((await run(['host', 'set', 'loja', '--interval', '61'])).err).toMatch(/1 to 60|1 a 60/);
  expect((await run(['host', 'set', 'loja', '--interval', 'service'])).out).toBe(
    'loja is measured every 5 s, as the service.\n',
  );
  const renewed = line.exec((await run(['host', 'new-token', 'loja'])).out)?.[1] ?? '';
  expect([renewed === token, await computeHash()]).toEqual([false, hashOfHostToken(renewed)]);
  expect((await run(['host', 'retire', 'loja'])).out).toBe('loja is retired.\n');
  expect(await computeHash()).toBeNull();
  expect((await run(['host', 'list'])).out).not.toContain('loja');
  expect((await run(['host', 'list', '--retired'])).out).toContain('RETIRED');
  expect((await events()).filter((event) => event.startsWith('host_'))).toEqual([
    'host_add success',
    'host_rename success',
    'host_tag success',
    'host_tag success',
    'host_interval success',
    'host_interval success',
    'host_new_token success',
    'host_retire success',
  ]);
});

test("the service's own machine is listed as its history says: live after a run, away two minutes later", async () => {
  const service = await startService({ METRICS_INTERVAL_MS: '500' });
  const { run, file } = commandLine(service.dataDir);
  // The command gets the URL and the interval from the service, since its environment sets neither.
  const { out } = await run(['host', 'add', 'web-1']);
  expect(out).toContain(` --hub ${service.baseUrl} --token-file -\n`);
  expect(out).toContain('That address is for an agent on this machine alone.');
  expect((await run(['host', 'set', 'web-1', '--interval', '5'])).code).toBe(0);
  const followed = await run(['host', 'set', 'web-1', '--interval', 'service']);
  expect(followed.out).toBe('web-1 is measured every 1 s, as the service.\n');
  service.process.kill('SIGTERM');
  await service.ended;
  const own = /^1 +(\S+) +(?<state>LIVE|AWAY) +\d{4}-\S+ \S+ UTC +- +\1 +-$/m;
  expect(own.exec((await run(['host', 'list'])).out)?.groups?.state).toBe('LIVE');
  const { em } = await openTestDatabase({ kind: 'sqlite', file });
  await em.getConnection().execute('update host_chunks set start_minute = start_minute - 10');
  expect(own.exec((await run(['host', 'list'])).out)?.groups?.state).toBe('AWAY');
});
