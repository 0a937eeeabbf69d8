import graphqlPlugin from '@graphql-eslint/eslint-plugin';
import { ESLint } from 'eslint';

/** Checks `schema.graphql` against the conventions of GraphQL and Relay. Exceptions that no longer apply are faults. */

interface Exception {
  readonly rule: string;
  /** Where the rule does not apply: the beginning of its messages. */
  readonly messages: readonly string[];
  readonly reason: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'no-typename-prefix',
    messages: ['Field "username" starts with'],
    reason: 'the name of the field is that of Django, which clients know, and `name` would be the first name',
  },
];

/** Rules of the presets with other options, or off. */
const RULES = {
  // Most types are values without an identity, such as a step of a conversion; a test looks at the ids that there are.
  '@graphql-eslint/strict-id-in-types': 'off',
  // Short lists need no pages, lists of edges have `nodes` beside them, and what has no id, such as a blocked domain,
  // can be in a list all the same.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  // Three lists are walked forward only: `test/app/lists.test.ts` names them.
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
  // Stricter than the preset.
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      DirectiveDefinition: true,
      EnumValueDefinition: true,
      FieldDefinition: true,
      InputValueDefinition: true,
      rootField: true,
    },
  ],
} as const;

const SCHEMA = 'schema.graphql';
const { configs, parser } = graphqlPlugin;

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.graphql'],
    languageOptions: { parser, parserOptions: { graphQLConfig: { schema: SCHEMA } } },
    plugins: { '@graphql-eslint': graphqlPlugin as never },
    rules: {
      ...configs['flat/schema-recommended'].rules,
      ...configs['flat/schema-relay'].rules,
      ...(RULES as object),
    },
  },
});

const [result] = await eslint.lintFiles([SCHEMA]);
const unused = new Set(EXCEPTIONS);
for (const { ruleId, message, line } of result?.messages ?? []) {
  const exception = EXCEPTIONS.find(
    ({ rule, messages }) =>
      ruleId === `@graphql-eslint/${rule}` && messages.some((beginning) => message.startsWith(beginning)),
  );
  if (exception) unused.delete(exception);
  else fail(`${SCHEMA}:${line} ${message} (${ruleId})`);
}
for (const { rule, reason } of unused) fail(`The exception to ${rule} is not needed: ${reason}`);

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
