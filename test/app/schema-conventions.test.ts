import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { formerNames } from '../../src/app/former-names.js';
import { createSchema } from '../../src/app/schema.js';
import { addFormerNames, type FormerNames } from '../../src/platform/graphql/former-names.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';

/** Uses undefined services: the tests only inspect the schema and never call them. */
const createTestSchema = () => createSchema(undefined as never, new TopicPubSub());
const schema = createTestSchema();

type Member = GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField;

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects: readonly GraphQLObjectType[] = types.filter(isObjectType);

/** All fields and arguments of the schema, by their path. */
const members: readonly (readonly [path: string, member: Member])[] = [
  ...objects.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => [
      [`${type.name}.${field.name}`, field] as const,
      ...field.args.map((argument) => [`${type.name}.${field.name}(${argument.name})`, argument] as const),
    ]),
  ),
  ...types
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const)),
];

const typeName = ({ type }: Member) => getNamedType(type).name;

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Numbers of something else, whose descriptions name a time. */
const COUNTS = ['HostCounts.away', 'LoadAverage.fifteen', 'LoadAverage.five', 'OpenSocket.subscriptions'];

const VERBS =
  'acknowledge activate add answer begin block change close confirm create deactivate delete dismiss end join login mark open readmit reauthenticate refresh register remove rename renew reset retire retry revoke scrape send set silence subscribe test unblock unlock unsubscribe update withdraw';

describe('conventions of the schema (decision 101)', () => {
  test('a mutation begins with a verb', () => {
    const verbs = new Set(VERBS.split(' '));
    const other = mutations.filter(({ name }) => !verbs.has(/^[a-z]+/.exec(name)?.[0] ?? ''));
    expect(other.filter(({ deprecationReason }) => !deprecationReason).map(({ name }) => name)).toEqual([]);
    expect(other.map(({ name }) => name).sort()).toEqual(Object.keys(formerNames.Mutation ?? {}).sort());
  });

  test('a time is a DateTime, but a time of the day, which has none, and a day', () => {
    const isTime = /(^|[a-z])(At|Until|Since|Joined|Login)$|^(at|since|until|from|to)$/;
    const others = members.filter(
      ([path, member]) => isTime.test(member.name) && typeName(member) !== 'DateTime' && !path.startsWith('QuietHours'),
    );
    // Bases of numbers and versions of a text are from one to another, too.
    expect(others.filter(([, member]) => typeName(member) === 'String').map(([path]) => path)).toEqual([]);
    expect(members.filter(([, member]) => typeName(member) === 'DateTime').length).toBeGreaterThan(60);
  });

  test('a duration has its unit in its name', () => {
    const unit = /\b(ms|milliseconds|seconds|minutes|hours|days)\b/;
    const isNumber = (member: Member) => ['Int', 'Float'].includes(typeName(member));
    const durations = members.filter(([, member]) => isNumber(member) && unit.test(member.description ?? ''));
    const nameless = durations.filter(
      ([, { name }]) => !/(Ms|Seconds|Minutes|Hours|Percent)$|^(days|secondsLeft)$/.test(name),
    );
    expect(nameless.map(([path]) => path).sort()).toEqual(COUNTS);
  });

  test('an id is unique over all types, or has another name', () => {
    const ids = members.filter(([path]) => path.endsWith('.id'));
    const numbers = ids.filter(([, member]) => String(member.type) !== 'ID!').map(([path]) => path);
    expect(numbers.sort()).toEqual(['BusyProcess.id', 'CircuitNode.id', 'ExpressionNode.id']);
    for (const path of numbers) expect(formerNames[path.replace('.id', '')]).toHaveProperty('id');
  });

  test('what is deprecated says what to use, which exists, and when it goes', () => {
    const deprecated = members.filter(([, { deprecationReason }]) => deprecationReason != null);
    expect(deprecated.length).toBeGreaterThan(10);
    for (const [path, { deprecationReason }] of deprecated) {
      const [, now] =
        /^Use `(\w+)`\. Goes with \d+\.\d+\.\d+, not before \d{4}-\d\d-\d\d\.$/.exec(deprecationReason ?? '') ?? [];
      expect([path, members.some(([present]) => present === path.replace(/\w+$/, now ?? ''))]).toEqual([path, true]);
    }
  });

  test('a former name has the type, the arguments and the marks of the present one', () => {
    for (const [name, renamed] of Object.entries(formerNames)) {
      const fields = (schema.getType(name) as GraphQLObjectType).getFields();
      for (const [former, { now }] of Object.entries(renamed)) {
        const { type, args, extensions, astNode } = fields[now] ?? expect.fail(`${name}.${now} does not exist`);
        expect(fields[former]).toMatchObject({ type, args, extensions, astNode });
      }
    }
  });

  test('a former name is refused where its type, its present name or its place does not exist', () => {
    const soon = { goesWith: '1.0.0, not before 2027-06-30' };
    const impossible: FormerNames[] = [
      { Nothing: { a: { now: 'me', ...soon } } },
      { Query: { a: { now: 'nothing', ...soon } } },
      { Query: { me: { now: 'hosts', ...soon } } },
    ];
    for (const names of impossible) {
      expect(() => addFormerNames(createTestSchema(), names)).toThrow();
    }
  });
});
