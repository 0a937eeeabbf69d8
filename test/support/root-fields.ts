import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { formerNames } from '../../src/app/former-names.js';

export interface RootField {
  /** E.g. `query users`. */
  readonly name: string;
  /** Present name of the field, without its kind; differs for the former name of a field. */
  readonly now: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** An operation that requests the field, with placeholder arguments. */
  readonly document: string;
}

export function rootFields(schema: GraphQLSchema): RootField[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots).flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      name: `${kind} ${field.name}`,
      now: formerNames[type?.name ?? '']?.[field.name]?.now ?? field.name,
      kind: kind as RootField['kind'],
      document: `${kind} { ${formatCall(field)} }`,
    })),
  );
}

function formatCall({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const needed = args.filter(({ type: ofArgument }) => isNonNullType(ofArgument));
  const given = needed.map((argument: GraphQLArgument) => `${argument.name}: ${createDummy(argument.type)}`).join(', ');
  return `${name}${given && `(${given})`}${isCompositeType(getNamedType(type)) ? ' { __typename }' : ''}`;
}

function createDummy(type: GraphQLInputType): string {
  if (isNonNullType(type)) return createDummy(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    return `{ ${Object.values(type.getFields())
      .map((field) => `${field.name}: ${createDummy(field.type)}`)
      .join(', ')} }`;
  }
  return { String: '"x"', DateTime: '"x"', ID: '"x"', Int: '1', Boolean: 'false', BitWidth: '8' }[type.name] ?? '1';
}
