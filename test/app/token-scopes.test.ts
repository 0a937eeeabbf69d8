import { describe, expect, test } from 'vitest';
import { createSchema } from '../../src/app/schema.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';
import { type TokenScope, tokenScopes } from '../../src/shared/identity/token-scope.js';
import { openIncident } from '../support/alerts/alerts.js';
import type { Browser } from '../support/http/browser.js';
import { type RootField, rootFields } from '../support/root-fields.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** Uses services that are never called: only the marks of the fields matter. */
const schema = createSchema(undefined as never, new TopicPubSub());
const fields = rootFields(schema);

/** Returns the mark of a field: a scope, ANY or NONE. */
function markOf({ kind, name }: RootField): unknown {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  const { scope, open } = roots[kind]?.getFields()[name.split(' ')[1] ?? '']?.extensions ?? {};
  return open ? 'OPEN' : scope;
}

/** Every non-empty set of scopes; tokens always have at least one. */
const scopeSets = Array.from({ length: 2 ** tokenScopes.length - 1 }, (_, index) =>
  tokenScopes.filter((_scope, bit) => ((index + 1) >> bit) & 1),
);

/** Whether a field refuses a token because of its scopes, regardless of other faults in the request. */
async function isRefused(program: Browser, { document }: RootField): Promise<boolean> {
  const { errors = [] } = (await program.graphql(document)).json<{
    errors?: { message: string; extensions: { code: string } }[];
  }>();
  if (errors[0]?.extensions.code === 'GRAPHQL_VALIDATION_FAILED') throw new Error(`${document} is not valid`);
  return REFUSAL.test(errors[0]?.message ?? '');
}

const REFUSAL =
  /^Envie um token pessoal com a permissão \w+, ou .+: este não basta\.$|nenhum token pessoal tem permissão para isso\.$/;

describe('scopes of personal access tokens (contract 14, promise 18)', () => {
  test('every field of the roots says what it takes: a new one without a mark is named here', () => {
    expect(fields.filter((field) => markOf(field) === undefined).map(({ name }) => name)).toEqual([]);
    const known = new Set<unknown>([...tokenScopes, 'ANY', 'NONE', 'OPEN']);
    expect(fields.filter((field) => !known.has(markOf(field))).map(({ name }) => name)).toEqual([]);
  });

  test('no mutation is for personal tokens, and what staff alone may ask takes STAFF_READ', () => {
    const mutations = fields.filter(({ kind }) => kind === 'mutation');
    expect(new Set(mutations.map(markOf))).toEqual(new Set(['NONE', 'OPEN']));
    const forAny = fields.filter((field) => markOf(field) === 'ANY').map(({ name }) => name);
    expect(forAny).toEqual(['query me', 'query node']);
  });

  test('over HTTP each token passes exactly where it has the scope', async () => {
    const app = await createTestApp();
    for (const scopes of scopeSets) {
      const program = await app.programAs('eva', scopes, { isStaff: true });
      for (const field of fields.filter(({ kind }) => kind !== 'subscription')) {
        expect([scopes, field.name, await isRefused(program, field)]).toEqual([
          scopes,
          field.name,
          isRefusedBy(field, scopes),
        ]);
      }
    }
  });

  test('over WebSocket too', async () => {
    const app = await createTestApp();
    await openIncident(app);
    for (const scopes of scopeSets) {
      const { token } = await app.programAs('eva', scopes, { isStaff: true });
      const live = app.live({ connectionParams: { Authorization: `Bearer ${token}` } });
      for (const field of fields.filter(({ kind }) => kind === 'subscription')) {
        expect([scopes, field.name, await isRefusedLive(app, live, field)]).toEqual([
          scopes,
          field.name,
          isRefusedBy(field, scopes),
        ]);
      }
    }
  });

  test('a token joins no execution of a subscription that is shared by others with its scope', async () => {
    const app = await createTestApp();
    const query = 'subscription { metrics { cpuPercent } }';
    const liveOf = async (scopes: readonly TokenScope[]) => {
      const { token } = await app.programAs('ana', scopes);
      return app.live({ connectionParams: { Authorization: `Bearer ${token}` } });
    };
    const shared = (await liveOf(['READ'])).iterate({ query });
    expect((await shared.next()).value).toHaveProperty('data');
    const { value } = await (await liveOf(['CONVERT']))
      .iterate({ query })
      .next()
      .catch((errors) => ({ value: { errors } }));
    expect(value).toMatchObject({ errors: [{ message: REFUSAL }] });
    expect((await (await liveOf(['READ', 'CONVERT'])).iterate({ query }).next()).value).toHaveProperty('data');
  });

  test('over REST a token passes where the operation behind the address takes its scope', async () => {
    const app = await createTestApp();
    const addresses = {
      READ: '/sistema/monitoramento/api/v1/metrics',
      CONVERT: '/sistema/conversor/api/v1/converter?type=hex2dec&value=ff',
      NONE: '/sistema/monitoramento/api/v1/ai',
    };
    for (const [needed, address] of Object.entries(addresses)) {
      for (const scope of tokenScopes) {
        const program = await app.programAs('ana', [scope], { isStaff: true });
        const { status, text } = await program.get(address);
        const expected = scope === needed ? 200 : 403;
        expect([needed, scope, status]).toEqual([needed, scope, expected]);
        if (expected === 403) expect(JSON.parse(text)).toMatchObject({ code: 'insufficient_scope' });
      }
    }
  });

  test('the refused calls of a token use up nothing of what its user may do', async () => {
    const app = await createTestApp();
    const [converter, reader] = [await app.programAs('ana', ['CONVERT']), await app.programAs('ana', ['READ'])];
    for (let count = 0; count < 25; count += 1) await converter.graphql('{ metrics { cpuPercent } }');
    expect((await reader.graphql('{ metrics { cpuPercent } }')).status).toBe(200);
  });

  test('a token of staff without STAFF_READ sees of an account what everybody sees', async () => {
    const app = await createTestApp();
    const [reader, staff] = [
      await app.programAs('eva', ['READ'], { isStaff: true }),
      await app.programAs('eva', ['STAFF_READ']),
    ];
    expect((await reader.graphql('{ me { isStaff } }')).json()).toEqual({ data: { me: { isStaff: null } } });
    expect((await staff.graphql('{ me { isStaff } }')).json()).toEqual({ data: { me: { isStaff: true } } });
  });
});

function isRefusedBy(field: RootField, scopes: readonly TokenScope[]): boolean {
  const mark = markOf(field);
  return mark !== 'ANY' && mark !== 'OPEN' && !scopes.includes(mark as TokenScope);
}

async function isRefusedLive(app: TestApp, live: ReturnType<TestApp['live']>, { document }: RootField) {
  const results = live.iterate({ query: document });
  let answered = false;
  const first = results
    .next()
    .then(
      ({ value }) => value as { errors?: { message: string }[] },
      (errors: { message: string }[]) => ({ errors }),
    )
    .finally(() => {
      answered = true;
    });
  // Delivers an event to every audit subscriber that passed the guard.
  const origin = { method: 'cli', address: '' } as const;
  while (!answered) {
    await app.services.audit.record({ event: 'login', result: 'success', origin, username: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { errors = [] } = await first;
  void results.return?.();
  return REFUSAL.test(errors[0]?.message ?? '');
}
