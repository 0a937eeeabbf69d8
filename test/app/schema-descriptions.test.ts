import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../src/app/schema.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';

/** Uses undefined services: the tests only inspect the schema and never call them. */
const schema = createSchema(undefined as never, new TopicPubSub());

test('every member of the schema has a description', () => {
  const members = membersOf(schema);
  expect(members.length).toBeGreaterThan(1000);
  expect(namesOf(members.filter(({ description }) => !description?.trim()))).toEqual([]);
});

test('no description merely repeats the name of its member', () => {
  expect(namesOf(membersOf(schema).filter(isRepetition))).toEqual([]);
});

test('every description starts with what its member is, not with a condition, a bound or a reference', () => {
  expect(namesOf(membersOf(schema).filter(({ description }) => NOT_A_START.test(description ?? '')))).toEqual([]);
});

/** Beginnings that take for granted what the member is: "At most 6", "Null while it is open", "For `incident`". */
const NOT_A_START = /^(\d|`|(As|At most|False|For|If|In the|ISO|It|Its|Null|One of|Only|Pass|The same|True|Up to)\b)/;

interface Member {
  /** `Type`, `Type.field`, `Type.field(argument)`, `Enum.VALUE`, `@directive` or `@directive(argument)`. */
  readonly name: string;
  readonly description?: string | null | undefined;
}

interface Field extends Member {
  readonly args?: readonly Member[];
}

function membersOf(of: GraphQLSchema): Member[] {
  const types = Object.values(of.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const directives = of.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...types.flatMap((type) => [type, ...childrenOf(type).flatMap((child) => nested(`${type.name}.`, child))]),
    ...directives.flatMap((directive) => nested('@', directive)),
  ];
}

function childrenOf(type: GraphQLNamedType): readonly Field[] {
  if (isEnumType(type)) return type.getValues();
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.values<Field>(type.getFields()) : [];
}

function nested(prefix: string, { name, description, args = [] }: Field): Member[] {
  const path = prefix + name;
  return [{ name: path, description }, ...args.map((arg) => ({ ...arg, name: `${path}(${arg.name})` }))];
}

/** Words that say nothing about a member whose other words are all in its name: "The name of the host." */
const FILLERS = new Set('a an the of its this is are in for to whether number value name'.split(' '));

function isRepetition({ name, description }: Member): boolean {
  const known = new Set(wordsOf(name));
  const said = wordsOf(description ?? '').filter((word) => !FILLERS.has(word));
  return Boolean(description) && said.every((word) => known.has(word));
}

/** Splits `hostName`, `HOST_NAME` and "host's names" into words in the singular. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.replace(/(?<=\p{L}{2})s$/u, ''));
}

function namesOf(members: readonly Member[]): string[] {
  return members.map(({ name }) => name);
}
