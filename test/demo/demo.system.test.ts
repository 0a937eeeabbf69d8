import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pushBrowser } from '../support/alerts/push-browser.js';
import { Browser } from '../support/http/browser.js';
import { freePort } from '../support/processes/free-port.js';
import { sharedByTests, startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const DAY_MS = 86_400_000;

/** The demonstration, started as the README says. */
const demonstration = sharedByTests(async (atTheEnd) => {
  const port = await freePort();
  const dataDir = join(temporaryFolder(atTheEnd), 'data');
  const environment = { PORT: String(port), DATA_DIR: dataDir, LANG: 'en_US.UTF-8' };
  const program = startProgram('npm', ['start', '--', '--demo'], environment, atTheEnd);
  await program.line(/Vigia is ready/);
  return { ...program, dataDir, baseUrl: `http://localhost:${port}` };
});

async function logIn(username: string): Promise<Browser> {
  const { baseUrl } = await demonstration();
  const browser = new Browser(baseUrl);
  const { status } = await browser.submit('/accounts/login/', { username, password: 'demonstration' });
  expect(status).toBe(302);
  await browser.get('/');
  return browser;
}

interface Refusal {
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

describe('vigia demo (contract 10)', () => {
  test('names its accounts in the log, and writes nothing to the data folder', async () => {
    const { lines, dataDir } = await demonstration();
    const line = lines.find((text) => text.includes('This is a demonstration'));
    expect(JSON.parse(line ?? '')).toMatchObject({ staff: 'ana', member: 'bia', password: 'demonstration' });
    await logIn('ana');
    expect(existsSync(dataDir)).toBe(false);
  });

  test.each([
    ['pt-BR', 'Demonstração', 'Entre como ana (equipe) ou bia'],
    ['en', 'Demonstration', 'Log in as ana (staff) or bia'],
    ['es', 'Demostración', 'Entra como ana (personal) o bia'],
  ])('is marked on every page, and names its accounts on the login page, in %s', async (language, word, accounts) => {
    const { baseUrl } = await demonstration();
    const visitor = new Browser(baseUrl, { 'accept-language': language });
    const strip = `<strong>${word}</strong>`;
    const login = (await visitor.get('/accounts/login/')).text;
    expect(login).toContain(strip);
    expect(login).toContain(accounts);
    for (const path of ['/accounts/registrar/', '/sala/', '/termos/', '/nothing/', '/sistema/conversor/']) {
      expect((await visitor.get(path)).text).toContain(strip);
    }
  });

  test('serves three machines with two years of history, one of them firing', async () => {
    const browser = await logIn('bia');
    const now = Date.now();
    const { data } = (
      await browser.graphql(`{
        hosts(first: 25) { nodes { id name state newest { cpuPercent } } }
        incidents(first: 25) { nodes { endedAt hostName } }
      }`)
    ).json<{
      data: {
        hosts: { nodes: { id: string; name: string; state: string; newest: { cpuPercent: number } | null }[] };
        incidents: { nodes: { endedAt: string | null; hostName: string }[] };
      };
    }>();
    expect(data.hosts.nodes.map(({ name }) => name).sort()).toEqual(['nas', 'pi-lab', 'web-1']);
    for (const { id, newest, state } of data.hosts.nodes) {
      expect(newest?.cpuPercent).toBeGreaterThan(0);
      expect(['LIVE', 'LATE']).toContain(state);
      const history = await browser.graphql(
        `query ($from: String!, $to: String!, $host: ID) {
          metricsHistory(from: $from, to: $to, host: $host, points: 100) { at cpuPercent { average } }
        }`,
        { host: id, from: new Date(now - 729 * DAY_MS).toISOString(), to: new Date(now).toISOString() },
      );
      const { metricsHistory } = history.json<{
        data: { metricsHistory: { at: string[]; cpuPercent: { average: (number | null)[] } } };
      }>().data;
      expect(Date.parse(metricsHistory.at[0] ?? '')).toBeLessThan(now - 715 * DAY_MS);
      expect(metricsHistory.cpuPercent.average.filter((value) => value !== null).length).toBeGreaterThan(95);
    }
    const open = data.incidents.nodes.filter(({ endedAt }) => endedAt === null);
    expect(open.map(({ hostName }) => hostName)).toEqual(['nas']);
    expect(data.incidents.nodes.length).toBeGreaterThan(5);
  });

  test('its machines live on', async () => {
    const browser = await logIn('bia');
    const sampledAt = async () => {
      const answer = await browser.graphql('{ hosts(first: 25) { nodes { name newest { sampledAt } } } }');
      type Nodes = { name: string; newest: { sampledAt: string } | null }[];
      const { nodes } = answer.json<{ data: { hosts: { nodes: Nodes } } }>().data.hosts;
      return nodes.find(({ name }) => name === 'web-1')?.newest?.sampledAt ?? '';
    };
    const first = await sampledAt();
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - DAY_MS);
    await expect.poll(sampledAt, { interval: 1000 }).not.toBe(first);
  });

  test('has a class in the middle of a lesson', async () => {
    const browser = await logIn('ana');
    const { data } = (await browser.graphql('{ rooms { code } }')).json<{ data: { rooms: { code: string }[] } }>();
    expect(data.rooms).toContainEqual({ code: 'AULA24' });
  });

  test('refuses what would leave it, and says so', async () => {
    const browser = await logIn('ana');
    const channel = await browser.graphql('mutation ($input: ChannelInput!) { createChannel(input: $input) { id } }', {
      input: { kind: 'WEBHOOK', name: 'Mine', url: 'https://example.com/hook' },
    });
    const { form } = pushBrowser('https://push.example.com/1');
    const push = await browser.graphql(
      'mutation ($input: PushSubscriptionInput!) { subscribeToPush(input: $input) { id } }',
      { input: { ...form, browser: 'Firefox' } },
    );
    for (const answer of [channel, push]) {
      const [error] = answer.json<Refusal>().errors;
      expect(error?.extensions.code).toBe('FORBIDDEN');
      expect(error?.message).toContain('demonstra');
    }
    const tested = await browser.graphql('mutation { testChannel(id: "1") { isDelivered reason } }');
    expect(tested.json()).toEqual({ data: { testChannel: { isDelivered: false, reason: 'demonstration' } } });
    const { lines } = await demonstration();
    await expect
      .poll(() => lines.some((line) => line.includes('refused') && line.includes('demonstration')))
      .toBe(true);
    const { data } = (await browser.graphql('{ channelKinds }')).json<{ data: { channelKinds: string[] } }>();
    expect(data.channelKinds).not.toContain('EMAIL');
  });
});
