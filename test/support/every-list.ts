import { OutboxMessage } from '../../src/platform/outbox/outbox-message.entity.js';
import { lock } from './accounts/login-methods.js';
import { dataOf, type startWithStaff } from './administration.js';
import { createRule, openIncident } from './alerts/alerts.js';
import { createChannel } from './alerts/channels.js';
import { closeRoom, joinAs, openRoom, sendExercise } from './classroom.js';
import { RawSubscriber } from './http/raw-subscriber.js';

type Started = Awaited<ReturnType<typeof startWithStaff>>;

/** Two of these would cost more than an operation may. */
const CHANGES = [
  'mutation ($name: String!) { addHost(name: $name) { token } createInvitation { link } }',
  'mutation ($name: String!, $until: String!) { silence(input: { tag: "web", reason: $name, until: $until }) { id } }',
  'mutation ($domain: String!) { blockDomain(domain: $domain) { domain } }',
  'mutation ($name: String!) { createTermsVersion(content: $name) { version } }',
];

/** Fills every paginated list of the schema with at least four entries. @returns the id of the class with pupils. */
export async function fillEveryList(started: Started): Promise<string> {
  const { app } = started;
  for (const name of ['um', 'dois', 'seis', 'quatro']) {
    await addThings(started, name);
    await lock(app, name);
    const { access } = await app.scriptAs(`ana-${name}`);
    await app.loginAs(`ana-${name}`);
    await RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
    await app.advance({ seconds: 1 });
  }
  return addClass(started);
}

/** Adds a class with four pupils. @returns its id. */
async function addClass({ app, staff }: Started): Promise<string> {
  const room = await openRoom(staff, true, '1B');
  for (const nickname of ['Ana', 'Bia', 'Caio', 'Duda']) await joinAs(app.baseUrl, room, nickname);
  await sendExercise(staff, room);
  await closeRoom(staff, room);
  const { schoolClasses } = await dataOf<{ schoolClasses: [{ id: string }] }>(staff, '{ schoolClasses { id } }');
  return schoolClasses[0].id;
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
