import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphQLContext } from './context.js';

export interface FormerName {
  /** Present name of the field, in the same type. */
  readonly now: string;
  /** Version that no longer has the former name, as `@deprecated` says it. */
  readonly goesWith: string;
}

/** Former names of fields, by type and former name: `{ Mutation: { hostAdd: { now: 'addHost', … } } }`. */
export type FormerNames = Readonly<Record<string, Readonly<Record<string, FormerName>>>>;

type Field = GraphQLField<object, GraphQLContext>;

/**
 * Adds deprecated fields under their former names. Each runs the present field as if it had been requested by its
 * present name, so guard, cost, scope, text limits and audit events are the same and the quota is one.
 *
 * @throws {Error} if a type or a present field does not exist, or the former name is taken.
 */
export function addFormerNames(schema: GraphQLSchema, names: FormerNames): void {
  for (const [typeName, renamed] of Object.entries(names)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`There is no type ${typeName} to have former names`);
    const fields: Record<string, Field> = type.getFields();
    for (const [former, { now, goesWith }] of Object.entries(renamed)) {
      const present = fields[now];
      if (!present || fields[former]) throw new Error(`${typeName}.${former} cannot be a former name of ${now}`);
      fields[former] = {
        ...present,
        name: former,
        deprecationReason: `Use \`${now}\`. Goes with ${goesWith}.`,
        resolve: (source, args, context, info) =>
          (present.resolve ?? defaultFieldResolver)(source, args, context, { ...info, fieldName: now }),
      };
    }
  }
}
