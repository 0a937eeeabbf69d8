import { expect, test } from 'vitest';
import { startAgent } from '../../support/agents/agent-process.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';

/** Changes made by the command line take up to one interval of the hub, here half a second. */
const WITHIN = { timeout: 8000, interval: 100 };

test('a new token and a retirement end the connection of an agent within seconds, long before its next sample', async () => {
  const hub = await startService({ METRICS_INTERVAL_MS: '500' });
  // Makes hosts added by these commands take a sample once a minute.
  const { run } = commandLine(hub.dataDir, { METRICS_INTERVAL_MS: '60000' });
  const tokenOf = ({ out }: { out: string }) => /vigia_host_[\w-]{43}/.exec(out)?.[0] ?? '';
  const connect = async (token: string) => {
    const agent = startAgent(hub.port, [], { VIGIA_AGENT_TOKEN: token });
    await agent.line(/Connected to/);
    return agent;
  };
  const list = async () => (await run(['host', 'list'])).out;

  const first = await connect(tokenOf(await run(['host', 'add', 'web-1', '--tag', 'br'])));
  await expect.poll(list, WITHIN).toMatch(/^2 +web-1 +LIVE +\d{4}-\S+ \S+ UTC +br +\S+ +\d+\.\d+\.\d+$/m);
  const renewed = tokenOf(await run(['host', 'new-token', 'web-1']));
  await expect.poll(() => first.lines.join('\n'), WITHIN).toContain('does not know this token');

  const second = await connect(renewed);
  await run(['host', 'retire', 'web-1']);
  await expect.poll(() => second.lines.join('\n'), WITHIN).toContain('does not know this token');
  expect(await list()).not.toContain('web-1');
});
