import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

interface Question {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

const OVER = { errors: [{ message: expect.stringContaining('1000'), extensions: { code: 'BAD_USER_INPUT' } }] };

async function signInStaff(app: TestApp) {
  const script = await app.scriptAs('eva', { isStaff: true });
  const socket = await RawSubscriber.open(app.baseUrl, `Bearer ${script.access}`);
  return { script, socket };
}

/** Returns the answers over both transports, and again once the document has been cached. */
async function answersTo(app: TestApp, question: Question): Promise<unknown[]> {
  const { script, socket } = await signInStaff(app);
  const answers: unknown[] = [];
  for (const id of ['first', 'again']) {
    const answer = await script.request('POST', '/graphql', {
      body: JSON.stringify(question),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    answers.push(answer.json());
    expect(answer.status).toBe('errors' in answer.json<object>() ? 400 : 200);
    socket.subscribe(id, question);
    const { type, payload } = await socket.take();
    answers.push(type === 'error' ? { errors: payload } : payload);
    if (type === 'next') expect(await socket.take()).toEqual({ id, type: 'complete' });
  }
  return answers;
}

async function expectAllowed(app: TestApp, question: Question): Promise<void> {
  for (const answer of await answersTo(app, question)) expect(answer).not.toHaveProperty('errors');
}

async function expectRejected(app: TestApp, question: Question): Promise<void> {
  for (const answer of await answersTo(app, question)) expect(answer).toMatchObject(OVER);
}

/** Returns this number of fields, each with a cost of 1. */
const fields = (count: number) => `me { ${'username '.repeat(count - 1)} }`;
const USER_FIELDS = 'username email firstName isActive isStaff dateJoined lastLogin isLastStaff';

describe('the cost of an operation (promise 19)', () => {
  test('is 1 a field, and 1000 at most', async () => {
    const app = await createTestApp();
    // The list costs 1, its nodes cost 1, and each of 90 items costs 11.
    const list = `users(first: 90) { nodes { ${USER_FIELDS} __typename isAuthenticated a: email b: email } }`;
    await expectAllowed(app, { query: `{ ${list} ${fields(8)} }` });
    await expectRejected(app, { query: `{ ${list} ${fields(9)} }` });
  });

  test('of a page counts the items, and what is said of the page itself once', async () => {
    const app = await createTestApp();
    const page = `users(first: 100) { nodes { ${USER_FIELDS} } pageInfo { endCursor hasNextPage } }`;
    // The cost is 1 + 1 + 8 × 100 + 3.
    await expectAllowed(app, { query: `{ ${page} ${fields(195)} }` });
    await expectRejected(app, { query: `{ ${page} ${fields(196)} }` });
  });

  test('counts a page in fragments in the same way, at every use', async () => {
    const app = await createTestApp();
    const page = `users(first: 30) { ...P } a: users(first: 70) { ...P }`;
    const fragments = `fragment P on UserConnection { nodes { ...U } pageInfo { endCursor hasNextPage } } fragment U on User { ${USER_FIELDS} }`;
    // The cost is 2 + 2 + 8 × 100 + 6.
    await expectAllowed(app, { query: `{ ${page} ${fields(190)} } ${fragments}` });
    await expectRejected(app, { query: `{ ${page} ${fields(191)} } ${fragments}` });
  });

  test('takes the number of items from the variables that are sent', async () => {
    const app = await createTestApp();
    const query = `query ($n: Int!) { users(first: $n) { nodes { ${USER_FIELDS} a: email b: email } } ${fields(98)} }`;
    await expectAllowed(app, { query, variables: { n: 90 } });
    await expectRejected(app, { query, variables: { n: 91 } });
    await expectAllowed(app, { query, variables: { n: 10 } });
  });

  test('takes the default of a variable that is not sent, and that of the field where there is none', async () => {
    const app = await createTestApp();
    const list = (name: string, count: number) =>
      `query (${name}: Int = ${count}) { users(first: $n) { nodes { ${USER_FIELDS} a: email b: email } } ${fields(98)} }`;
    await expectAllowed(app, { query: list('$n', 90) });
    await expectRejected(app, { query: list('$n', 91) });
    await expectAllowed(app, { query: list('$n', 91), variables: { n: 90 } });
    await expectRejected(app, { query: list('$n', 90), variables: { n: 91 } });
    // The page size defaults to 50.
    const left = (count: number) =>
      `query ($n: Int) { users(first: $n) { nodes { ${USER_FIELDS} a: email b: email } } ${fields(count)} }`;
    await expectAllowed(app, { query: left(498) });
    await expectRejected(app, { query: left(499) });
    await expectAllowed(app, { query: left(498).replace('($n: Int)', '').replace('(first: $n)', '') });
    await expectRejected(app, { query: left(499).replace('($n: Int)', '').replace('(first: $n)', '') });
  });

  test('is that of the operation that is asked for, not of others in its document', async () => {
    const app = await createTestApp();
    const list = (name: string, first: number) =>
      `query ${name} { users(first: ${first}) { nodes { ${USER_FIELDS} a: email b: email } } }`;
    const query = `${list('Small', 10)} query Large { users(first: 100) { nodes { ${USER_FIELDS} a: email b: email c: email } } }`;
    await expectAllowed(app, { query, operationName: 'Small' });
    await expectRejected(app, { query, operationName: 'Large' });
  });

  test('does not hide what is wrong with a variable', async () => {
    const app = await createTestApp();
    const query = `query ($n: Int!) { users(first: $n) { nodes { ${USER_FIELDS} a: email b: email c: email } } }`;
    for (const variables of [{}, { n: 'x' }, { n: null }]) {
      for (const answer of await answersTo(app, { query, variables })) {
        expect(answer).toMatchObject({ errors: [{ message: expect.stringContaining('$n') }] });
      }
    }
    for (const n of [0, -5, 101, 1_000_000]) {
      for (const answer of await answersTo(app, { query: query.replace('c: email', ''), variables: { n } })) {
        expect(answer).toMatchObject({ errors: [{ message: expect.stringMatching(/100/) }] });
      }
    }
  });
});

const EXPRESSION = '"A XOR B XOR C XOR D XOR F XOR G"';
const TABLE = `expression variables nodes { id kind expression operation inputs } columns { expression node }
  rows { inputs values result }`;
const aliased = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

describe('fields that are much work cost more (promise 19)', () => {
  test('three whole truth tables may be asked for, and not four', async () => {
    const app = await createTestApp();
    const tables = (count: number) => ({
      query: `{ ${aliased(count, `truthTable(expression: ${EXPRESSION}) { ...T }`)} } fragment T on TruthTable { ${TABLE} }`,
    });
    await expectAllowed(app, tables(3));
    await expectRejected(app, tables(4));
  });

  test('every value of a truth table may be asked for eight times in one, and in two no more', async () => {
    const app = await createTestApp();
    const table = `truthTable(expression: ${EXPRESSION})`;
    const values = (count: number) => `rows { ${aliased(count, 'values')} }`;
    await expectAllowed(app, { query: `{ ${table} { ${values(8)} } }` });
    await expectRejected(app, { query: `{ ${table} { ${values(9)} } }` });
    await expectRejected(app, { query: `{ ${table} { ${values(8)} } b: ${table} { expression } }` });
  });

  test('all about four conversions may be asked for, and not of five', async () => {
    const app = await createTestApp();
    const all = 'result stepCount stepsCut steps { kind equation }';
    const conversions = (count: number) => ({
      query: `{ ${aliased(count, `convert(type: DEC2BIN, value: "13") { ${all} }`)} }`,
    });
    await expectAllowed(app, conversions(4));
    await expectRejected(app, conversions(5));
  });

  test('the whole schema may be asked for once, as tools do, and not three times', async () => {
    const app = await createTestApp();
    const everything = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    await expectAllowed(app, { query: everything });
    const fragments = everything.slice(everything.indexOf('fragment FullType'));
    const types = (selection: string) => ({ query: `{ __schema { ${selection} } } ${fragments}` });
    await expectAllowed(app, types('types { ...FullType }'));
    await expectRejected(app, types(aliased(3, 'types { ...FullType }')));
  });

  test.each([
    ['its fields again and again', (count: number) => `types { ${aliased(count, FIELDS)} }`, 7, 8],
    [
      'the fields of the types of its fields',
      (count: number) => `types { fields { type { ${aliased(count, FIELDS)} } } }`,
      1,
      6,
    ],
    ['the types of its fields', (count: number) => `types { fields { ${aliased(count, OF_TYPE)} } }`, 3, 13],
  ])('nor %s', async (_name, selection, allowed, rejected) => {
    const app = await createTestApp();
    await expectAllowed(app, { query: `{ __schema { ${selection(allowed)} } }` });
    await expectRejected(app, { query: `{ __schema { ${selection(rejected)} } }` });
  });

  test('a single type may be looked at from every side', async () => {
    const app = await createTestApp();
    await expectAllowed(app, { query: `{ ${aliased(10, `__type(name: "Query") { ${FIELDS} }`)} }` });
  });
});

const OF_TYPE = `type { ${'ofType { name kind '.repeat(5)} ${'}'.repeat(5)} }`;
const FIELDS = `fields { name description args { name description type { name kind ofType { name kind } } } type { name kind } }`;
