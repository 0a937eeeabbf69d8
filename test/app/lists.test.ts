import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema } from '../../src/app/schema.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';
import { dataOf, startWithStaff } from '../support/administration.js';
import { databaseKinds } from '../support/databases/databases.js';
import { fillEveryList } from '../support/every-list.js';

/** Uses undefined services: the tests only inspect this schema and never call them. */
const schema = createSchema(undefined as never, new TopicPubSub());

type List = GraphQLField<unknown, unknown>;

const lists: readonly List[] = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ type }) => isObjectType(getNamedType(type)) && getNamedType(type).name.endsWith('Connection'),
);

/** Lists that have no keys in the opposite direction: large ones that are searched, and one whose keys are cut. */
const FORWARD_ONLY = ['auditTrail', 'liveSessions', 'users'];

const argumentsOf = ({ args }: List) => args.map(({ name }) => name);

describe('every list of the schema is a connection as Relay specifies it', () => {
  test('with nodes, edges and all of the page information', () => {
    expect(lists.length).toBeGreaterThan(10);
    for (const { name, type } of lists) {
      const fields = (getNamedType(type) as GraphQLObjectType).getFields();
      const item = String(fields.nodes?.type).replace(/[[\]!]/g, '');
      const edge = getNamedType(fields.edges?.type) as GraphQLObjectType | undefined;
      const members = Object.values(edge?.getFields() ?? {}).map((field) => `${field.name}: ${field.type}`);
      expect([name, edge?.name.endsWith('Edge'), members.sort()]).toEqual([
        name,
        true,
        ['cursor: String!', `node: ${item}!`],
      ]);
      expect([name, String(fields.pageInfo?.type)]).toEqual([name, 'PageInfo!']);
    }
  });

  test('which is walked back where it can be, and has a page size of its own', () => {
    for (const list of lists) {
      const { name, extensions, args } = list;
      const backward = ['last', 'before'].filter((argument) => argumentsOf(list).includes(argument));
      expect([name, backward]).toEqual([name, FORWARD_ONLY.includes(name) ? [] : ['last', 'before']]);
      const first = args.find((argument) => argument.name === 'first');
      expect([name, String(first?.type), first?.description]).toEqual([
        name,
        'Int',
        expect.stringContaining(` ${extensions.pageSize} `),
      ]);
    }
  });
});

interface Connection {
  readonly nodes: readonly object[];
  readonly edges: readonly { readonly cursor: string; readonly node: object }[];
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

/** Fields that tell the entries of a list apart. */
const KEYS = ['id', 'domain', 'address', 'nickname', 'username', 'version'];

function selectionOf({ type }: List): string {
  const { nodes } = (getNamedType(type) as GraphQLObjectType).getFields();
  const names = Object.keys((getNamedType(nodes?.type) as GraphQLObjectType).getFields());
  const keys = KEYS.filter((key) => names.includes(key)).join(' ');
  const page = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';
  return `{ nodes { ${keys} } edges { cursor node { ${keys} } } ${page} }`;
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`every list on ${kind.name}`, () => {
    test('gives the same entries in the same order, however it is walked', async () => {
      const started = await startWithStaff(kind);
      const schoolClass = await fillEveryList(started);
      const { staff } = started;
      for (const list of lists) {
        const { name } = list;
        const of = argumentsOf(list).includes('class') ? `class: "${schoolClass}", ` : '';
        const ask = async (args: string) =>
          (await dataOf<Record<string, Connection>>(staff, `{ ${name}(${of}${args}) ${selectionOf(list)} }`))[
            name
          ] as Connection;
        const all = await ask('first: 30');
        expect([name, all.nodes.length > 3]).toEqual([name, true]);
        expect(all.edges.map(({ node }) => node)).toEqual(all.nodes);
        const walked: object[] = [];
        for (let args = 'first: 3', more = true; more; ) {
          const page: Connection = await ask(args);
          walked.push(...page.nodes);
          more = page.pageInfo.hasNextPage;
          args = `first: 3, after: "${page.pageInfo.endCursor}"`;
        }
        if (!all.pageInfo.hasNextPage) expect([name, walked]).toEqual([name, all.nodes]);
        const third = all.edges[2]?.cursor;
        expect([name, (await ask(`first: 1, after: "${third}"`)).nodes]).toEqual([name, [all.nodes[3]]]);
        if (FORWARD_ONLY.includes(name)) continue;
        const back: object[] = [];
        for (let args = 'last: 3', more = true; more; ) {
          const page: Connection = await ask(args);
          back.unshift(...page.nodes);
          more = page.pageInfo.hasPreviousPage;
          args = `last: 3, before: "${page.pageInfo.startCursor}"`;
        }
        expect([name, back]).toEqual([name, all.nodes]);
        const before = await ask(`last: 1, before: "${third}"`);
        expect([name, before.nodes, before.pageInfo.hasNextPage]).toEqual([name, [all.nodes[1]], true]);
      }
    });
  });
}
