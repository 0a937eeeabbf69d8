import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema } from '../../../../src/app/schema.js';
import { TEXT_MAX_LENGTH } from '../../../../src/platform/graphql/limits/text-limits.js';
import { TopicPubSub } from '../../../../src/platform/graphql/pub-sub.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp } from '../../../support/test-app.js';

const schema = createSchema(undefined as never, new TopicPubSub());

/** Types whose values reach the rules as text. */
const TEXTS = ['String', 'ID', 'DateTime'];

/** A place in a root field's arguments that may contain text. */
interface TextPlace {
  /** E.g. `mutation subscribeToPush input.endpoint`. */
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly query: string;
  /** Maximum length in characters. */
  readonly maximum: number;
  /** Returns variables with the text in that place and ordinary values everywhere else. */
  readonly variablesWith: (text: string) => Readonly<Record<string, unknown>>;
}

const places = (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.values(root[kind]?.getFields() ?? {}).flatMap(({ name, args, type, extensions }) => {
    const head = args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
    const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
    const below = isCompositeType(getNamedType(type)) ? ' { __typename }' : '';
    const query = `${kind} (${head}) { ${name}(${given})${below} }`;
    const lengths = (extensions.longTexts ?? {}) as Record<string, number>;
    return args.flatMap((argument) =>
      textsIn(argument.type).map(
        (path): TextPlace => ({
          name: [kind, name, [argument.name, ...path].join('.')].join(' '),
          kind,
          query,
          maximum: lengths[argument.name] ?? TEXT_MAX_LENGTH,
          variablesWith: (text) => variablesOf(args, argument, path, text),
        }),
      ),
    );
  });
});

/** Returns the paths of the text members within a type; lists add nothing to a path. */
function textsIn(type: GraphQLInputType): string[][] {
  if (isNonNullType(type) || isListType(type)) return textsIn(type.ofType);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).flatMap((field) => textsIn(field.type).map((path) => [field.name, ...path]));
  }
  return TEXTS.includes(type.name) ? [[]] : [];
}

function variablesOf(args: readonly GraphQLArgument[], at: GraphQLArgument, path: readonly string[], text: string) {
  return Object.fromEntries(
    args.map(({ name, type }) => [name, valueIn(type, name === at.name ? path : undefined, text)]),
  );
}

/** Returns a value of a type, with the text at the path; without a path, an ordinary value. */
function valueIn(type: GraphQLInputType, path: readonly string[] | undefined, text: string): unknown {
  if (isNonNullType(type)) return valueIn(type.ofType, path, text);
  if (isListType(type)) return path ? [valueIn(type.ofType, path, text)] : [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields()).map(({ name, type: ofMember }) => {
      const isOnPath = path?.[0] === name;
      return [name, valueIn(ofMember, isOnPath ? path.slice(1) : undefined, text)];
    });
    return Object.fromEntries(members);
  }
  if (TEXTS.includes(type.name)) return path ? text : 'x';
  return { Int: 1, Boolean: false, BitWidth: 8 }[type.name] ?? null;
}

const UNSTORABLE = { NUL: 'a\0b', 'half a pair': 'a\ud800b', 'the other half': '\udc00' };

interface Fault {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly fields?: Readonly<Record<string, readonly string[]>> };
}

async function findFault(
  caller: Browser,
  query: string,
  variables: object,
): Promise<readonly [number, Fault | undefined]> {
  const answer = await caller.graphql(query, variables);
  return [answer.status, answer.json<{ errors?: Fault[] }>().errors?.[0]];
}

/** Returns the argument's name as it appears in the answer: the last name on the path to the text. */
const fieldIn = ({ name }: TextPlace) => /\w+$/.exec(name)?.[0] ?? '';

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`every text of the schema, on ${kind.name} (promise 25)`, () => {
    test.each(Object.entries(UNSTORABLE))('with %s is refused, by its name', async (_name, text) => {
      const app = await createTestApp({ database: await openTestDatabase(await kind.locate()) });
      const staff = await app.loginAs('eva', { isStaff: true });
      expect(places.length).toBeGreaterThan(100);
      for (const place of places.filter(({ kind: ofOperation }) => ofOperation !== 'subscription')) {
        const [status, fault] = await findFault(staff, place.query, place.variablesWith(text));
        const seen = [place.name, status, fault?.extensions.code, Object.keys(fault?.extensions.fields ?? {})];
        expect(seen).toEqual([place.name, 400, 'BAD_USER_INPUT', [fieldIn(place)]]);
      }
    });
  });
}

/** Returns a text that compresses badly, so that an index entry of a database cannot hold it. */
function longText(length: number): string {
  return Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('');
}

for (const kind of databaseKinds) {
  test.runIf(kind.available)(`the longest text of every argument is no failure, on ${kind.name}`, async () => {
    const app = await createTestApp({ database: await openTestDatabase(await kind.locate()) });
    const staff = await app.loginAs('eva', { isStaff: true });
    for (const place of places.filter(({ kind: ofOperation }) => ofOperation !== 'subscription')) {
      const text = longText(Math.min(place.maximum, 20_000));
      const [status, fault] = await findFault(staff, place.query, place.variablesWith(text));
      expect([place.name, status < 500, fault?.extensions.code]).not.toContain('INTERNAL_SERVER_ERROR');
      expect([place.name, status < 500]).toEqual([place.name, true]);
    }
  });
}

describe('texts of arguments', () => {
  test('are taken up to their length, and refused beyond it', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('eva', { isStaff: true });
    for (const place of places.filter(({ kind }) => kind !== 'subscription')) {
      const [status, fault] = await findFault(staff, place.query, place.variablesWith('x'.repeat(20_000)));
      expect([place.name, status < 500]).toEqual([place.name, true]);
      const isTooLong = fault?.extensions.fields?.[fieldIn(place)]?.[0]?.includes('20000') ?? false;
      if (place.maximum < 20_000) expect([place.name, isTooLong]).toEqual([place.name, true]);
    }
    const rename = (length: number) =>
      findFault(staff, 'mutation ($name: String!) { renamePasskey(id: "1", name: $name) { id } }', {
        name: 'x'.repeat(length),
      });
    expect((await rename(TEXT_MAX_LENGTH))[1]?.extensions.fields?.name?.[0]).not.toContain(`${TEXT_MAX_LENGTH}`);
    expect((await rename(TEXT_MAX_LENGTH + 1))[1]?.extensions.fields?.name?.[0]).toContain(`${TEXT_MAX_LENGTH + 1}`);
  });

  test('are bounded in the document as in variables, and in lists', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const [status, fault] = await findFault(ana, 'mutation { unsubscribeFromPush(endpoint: "\\u0000") }', {});
    expect([status, fault?.extensions.fields?.endpoint?.[0]]).toEqual([400, expect.stringContaining('endpoint')]);
    const [, inList] = await findFault(ana, 'mutation { setHostTags(id: "1", tags: ["web", "\\u0000"]) { id } }', {});
    expect(inList?.extensions.fields?.tags?.[0]).toContain('tags[1]');
  });

  test('are bounded over WebSocket, where subscriptions begin', async () => {
    const app = await createTestApp();
    const live = app.live({ as: await app.loginAs('eva', { isStaff: true }) });
    const subscriptions = places.filter(({ kind }) => kind === 'subscription');
    expect(subscriptions.length).toBeGreaterThan(0);
    for (const { name, query, variablesWith } of subscriptions) {
      const errors = await live
        .iterate({ query, variables: variablesWith('a\0b') })
        .next()
        .then(
          ({ value }) => (value as { errors?: Fault[] }).errors ?? [],
          (refused: Fault[]) => refused,
        );
      expect([name, errors[0]?.extensions.code]).toEqual([name, 'BAD_USER_INPUT']);
    }
  });
});
