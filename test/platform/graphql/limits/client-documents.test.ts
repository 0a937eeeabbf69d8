import { globSync, readFileSync } from 'node:fs';
import { type FragmentDefinitionNode, getOperationAST, Kind, parse, print, visit } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../../src/app/schema.js';
import { computeCost } from '../../../../src/platform/graphql/limits/operation-cost.js';
import { TopicPubSub } from '../../../../src/platform/graphql/pub-sub.js';

/** The maximum page size, assumed wherever a variable sets the number of items. */
const PAGE_MAX = 100;

const schema = createSchema(undefined as never, new TopicPubSub());

/** All documents of the signed-in area, read from the source files. */
const documents = globSync('client/src/**/*.{ts,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bgraphql\(\s*`([^`]*)`/g)].map(([, text = '']) => parse(text)),
);
const fragments = new Map(
  documents
    .flatMap(({ definitions }) => definitions)
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .map((fragment) => [fragment.name.value, fragment]),
);
const operations = documents.filter((document) => getOperationAST(document));

/** Returns a document with all fragments that it uses directly or indirectly. */
function withFragments(text: string): string {
  const used = new Map<string, FragmentDefinitionNode>();
  const collect = (part: string) =>
    void visit(parse(part), {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(name.value)) return;
        used.set(name.value, fragment);
        collect(print(fragment));
      },
    });
  collect(text);
  return [text, ...[...used.values()].map(print)].join('\n');
}

test('every operation of the pages costs no more than the server allows (promise 19)', () => {
  expect(operations.length).toBeGreaterThan(50);
  const costs = operations.map((operation) => {
    const document = parse(withFragments(print(operation)));
    const node = getOperationAST(document);
    if (!node) throw new Error('There is no operation');
    const cost = computeCost(node, {
      schema,
      document,
      itemsOf: (_, { arguments: given = [] }) => {
        const first = given.find(({ name }) => name.value === 'first')?.value;
        return first?.kind === Kind.INT ? Number(first.value) : PAGE_MAX;
      },
    });
    return [node.name?.value, cost] as const;
  });
  expect(costs.filter(([, cost]) => cost > 1000)).toEqual([]);
});
