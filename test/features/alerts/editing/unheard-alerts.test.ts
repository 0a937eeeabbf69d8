import { describe, expect, test } from 'vitest';
import { Channel } from '../../../../src/features/alerts/channels/channel.entity.js';
import { audited, codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { createRule } from '../../../support/alerts/alerts.js';
import { createChannel, SIGNING_KEY, startWithChannels } from '../../../support/alerts/channels.js';
import { databaseKinds, sqlite } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';

const WEBHOOK = { kind: 'WEBHOOK', url: 'https://hooks.example/x', secret: SIGNING_KEY };

async function rulesOf(staff: Browser) {
  const { alertRules } = await dataOf<{
    alertRules: { nodes: { name: string; tellsNobody: boolean; tellsNobodyReason: string | null }[] };
  }>(staff, '{ alertRules(first: 100) { nodes { name tellsNobody tellsNobodyReason } } }');
  expect(alertRules.nodes.every((rule) => rule.tellsNobody === (rule.tellsNobodyReason !== null))).toBe(true);
  return Object.fromEntries(alertRules.nodes.map(({ name, tellsNobodyReason }) => [name, tellsNobodyReason]));
}

const unheardOf = async (staff: Browser) =>
  (
    await dataOf<{ unheardAlerts: object }>(
      staff,
      '{ unheardAlerts { rules rulesWithoutChannels channels { name problem } } }',
    )
  ).unheardAlerts;

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a rule that would tell nobody, on ${kind.name} (promise 55)`, () => {
    test('says so and why, and gets a channel by one call', async () => {
      const { app, staff } = await startWithChannels(kind);
      const supplied = Object.keys(await rulesOf(staff));
      expect(supplied).toHaveLength(4);
      expect(Object.values(await rulesOf(staff))).toEqual(Array(4).fill('NO_CHANNELS'));
      const [good, off, broken] = [
        await createChannel(staff, { ...WEBHOOK, name: 'Bom' }),
        await createChannel(staff, { ...WEBHOOK, name: 'Desligado', isActive: false }),
        await createChannel(staff, { ...WEBHOOK, name: 'Quebrado' }),
      ];
      await app.database.em.fork().nativeUpdate(Channel, { id: broken }, { secrets: 'AAAA' });
      const rule = (name: string, ...ids: number[]) =>
        createRule(staff, { name, expression: 'cpu > 90', channels: ids.map(String) });
      await rule('ouvida', broken, good);
      await rule('desligada', off);
      await rule('quebrada', broken, off);
      expect(await rulesOf(staff)).toMatchObject({
        ouvida: null,
        desligada: 'CHANNELS_OFF',
        quebrada: 'CHANNELS_BROKEN',
      });
      const channels = [{ name: 'Quebrado', problem: 'SECRET_UNREADABLE' }];
      expect(await unheardOf(staff)).toEqual({ rules: 6, rulesWithoutChannels: 4, channels });
      const add = `mutation { addChannelToRules(channel: "${good}") }`;
      expect(await dataOf(staff, add)).toEqual({ addChannelToRules: 4 });
      expect(await rulesOf(staff)).toEqual({
        ...Object.fromEntries(supplied.map((name) => [name, null])),
        ...{ ouvida: null, desligada: 'CHANNELS_OFF', quebrada: 'CHANNELS_BROKEN' },
      });
      expect((await audited(app)).filter((line) => line.includes('alert_rule_update'))).toHaveLength(4);
      expect(await dataOf(staff, add)).toEqual({ addChannelToRules: 0 });
      expect(await codeOf(staff, 'mutation { addChannelToRules(channel: "777") }')).toBe('NOT_FOUND');
      await dataOf(staff, `mutation { deleteChannel(id: "${good}") }`);
      expect(await unheardOf(staff)).toMatchObject({ rules: 7, rulesWithoutChannels: 4 });
      expect(await codeOf(await app.loginAs('ana'), '{ unheardAlerts { rules } }')).toBe('FORBIDDEN');
    });
  });
}

describe('channels that cannot send (promise 55)', () => {
  test('by e-mail while mail is off, to no browser, and to an address that is not allowed, are named', async () => {
    const { app, staff, location } = await startWithChannels(sqlite);
    expect(await dataOf(staff, '{ channelKinds }')).toEqual({ channelKinds: expect.not.arrayContaining(['EMAIL']) });
    await createChannel(staff, { name: 'Correio', kind: 'EMAIL', addresses: ['ana@example.com'] });
    await createChannel(staff, { name: 'Navegadores', kind: 'WEB_PUSH' });
    await createChannel(staff, { name: 'Rede', kind: 'SLACK', url: 'http://127.0.0.1:9999/x' });
    await createChannel(staff, { ...WEBHOOK, name: 'Bom' });
    const inForce = {
      channels: [
        { name: 'Correio', problem: 'MAIL_OFF' },
        { name: 'Navegadores', problem: 'NO_RECIPIENT' },
      ],
    };
    expect(await unheardOf(staff)).toMatchObject(inForce);
    await app.close();
    const again = await startWithStaff(
      { ...sqlite, locate: async () => location },
      { environment: { WEBHOOK_ALLOWED_NETWORKS: '' } },
    );
    const refused = { name: 'Rede', problem: 'ADDRESS_REFUSED' };
    expect(await unheardOf(again.staff)).toMatchObject({ channels: [...inForce.channels, refused] });
    const warned = again.app.lines.filter((line) => line.includes('A channel cannot send alerts'));
    expect(warned.map((line) => (JSON.parse(line) as { channel: string }).channel)).toEqual([
      'Correio',
      'Navegadores',
      'Rede',
    ]);
  });
});
