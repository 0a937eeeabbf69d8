import { readFileSync } from 'node:fs';
import { type FragmentDefinitionNode, Kind, parse, print, visit } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../src/app/schema.js';
import { validateDocument } from '../../src/platform/graphql/limits/validate-document.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';

/** Uses undefined services: the test only validates against the schema. */
const schema = createSchema(undefined as never, new TopicPubSub());

const { definitions } = parse(readFileSync('test/app/pages-of-0.2.0.graphql', 'utf8'));
const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
const fragments = new Map(
  definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .map((fragment) => [fragment.name.value, fragment]),
);

/** Returns the text of a definition with all fragments that it uses directly or indirectly. */
function withFragments(text: string): string {
  const used = new Set<FragmentDefinitionNode>();
  const collect = (part: string) =>
    void visit(parse(part), {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(print(fragment));
      },
    });
  collect(text);
  return [text, ...[...used].map(print)].join('\n');
}

test('what the pages of 0.2.0 ask for is valid still, since they may be open during an upgrade', () => {
  expect(operations.length).toBeGreaterThan(100);
  const faults = operations.flatMap((operation) =>
    validateDocument(schema, parse(withFragments(print(operation)))).map(({ message }) => message),
  );
  expect(faults).toEqual([]);
});
