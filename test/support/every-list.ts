import { OutboxMessage } from '../../src/platform/outbox/outbox-message.entity.js';
import { lock } from './accounts/login-methods.js';
import { dataOf, type startWithStaff } from './administration.js';
import { createRule, openIncident } from './alerts/alerts.js';
import { createChannel } from './alerts/channels.js';
import { RawSubscriber } from './http/raw-subscriber.js';

type Started = Awaited<ReturnType<typeof startWithStaff>>;

/** Two of these would cost more than an operation may. */
const CHANGES = [
  'mutation ($name: String!) { addHost(name: $name) { token } createInvitation { link } }',
  'mutation ($name: String!, $until: String!) { silence(input: { tag: "web", reason: $name, until: $until }) { id } }',
  'mutation ($domain: String!) { blockDomain(domain: $domain) { domain } }',
  'mutation ($name: String!) { createTermsVersion(content: $name) { version } }',
];

/** Fills every paginated list of the schema with at least four entries. */
export async function fillEveryList(started: Started): Promise<void> {
  const { app } = started;
  for (const name of ['um', 'dois', 'seis', 'quatro']) {
    await addThings(started, name);
    await lock(app, name);
    const { access } = await app.scriptAs(`ana-${name}`);
    await app.loginAs(`ana-${name}`);
    await RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
    await app.advance({ seconds: 1 });
  }
}

/** Adds an entry to every list that staff change, and to those of incidents and mails. */
export async function addThings({ app, staff }: Started, name: string): Promise<void> {
  const now = app.clock.now();
  const variables = { name, domain: `${name}.example`, until: new Date(now.getTime() + 3_600_000).toISOString() };
  for (const change of CHANGES) await dataOf(staff, change, variables);
  await createChannel(staff, { name, kind: 'SLACK', url: 'https://hooks.example/x' });
  await createRule(staff, { name, expression: 'cpu > 90' });
  await openIncident(app, { hostName: name });
  const em = app.database.em.fork();
  const times = { queuedAt: now, nextTryAt: now, triedUntil: now };
  const mail = { messageId: `<${name}@vigia.test>`, language: 'pt', userId: 1, state: 'failed' } as const;
  await em.persist(em.create(OutboxMessage, { ...mail, ...times })).flush();
}
