import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { type Message, message } from '../../i18n/message.js';
import { InvalidFields } from '../../shared/errors/errors.js';
import type { GraphQLContext } from '../context.js';

/** The longest text of an argument whose field names no other length for it (`longTexts`). */
export const TEXT_MAX_LENGTH = 10_000;

type Field = GraphQLField<object, GraphQLContext>;

/**
 * Bounds every text that a field of the schema is given, in lists and input objects too, before its guard or resolver
 * sees it: by its length, and to what every database stores.
 */
export function limitTexts(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as Field[]) {
      if (field.args.length > 0) limitTextsOf(field);
    }
  }
}

function limitTextsOf(field: Field): void {
  const { resolve = defaultFieldResolver, subscribe } = field;
  const lengths = (field.extensions.longTexts ?? {}) as Readonly<Record<string, number>>;
  const check = (args: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(args)) {
      checkTexts(value, { path: name, maximum: lengths[name] ?? TEXT_MAX_LENGTH });
    }
  };
  // Each event of a subscription has the arguments that were checked when it began.
  if (subscribe) {
    field.subscribe = (source, args, ...rest) => {
      check(args);
      return subscribe(source, args, ...rest);
    };
    return;
  }
  field.resolve = (source, args, ...rest) => {
    check(args);
    return resolve(source, args, ...rest);
  };
}

/** @throws {InvalidFields} naming where in an argument there is a text that is too long, or that no database stores. */
function checkTexts(value: unknown, { path, maximum }: { readonly path: string; readonly maximum: number }): void {
  if (typeof value === 'string') {
    const { length } = value;
    if (length > maximum) {
      throw fault(path, message('graphql.textTooLong', { argument: path, length, maximum }));
    }
    if (value.includes('\0') || !value.isWellFormed()) {
      throw fault(path, message('graphql.textNotStorable', { argument: path }));
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkTexts(item, { path: `${path}[${index}]`, maximum });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) checkTexts(member, { path: `${path}.${name}`, maximum });
  }
}

/** Under the name that forms know the field by: of `input.addresses[2]` that is `addresses`. */
function fault(path: string, text: Message): InvalidFields {
  return new InvalidFields({ [/\w+(?=(\[\d+\])*$)/.exec(path)?.[0] ?? path]: [text] });
}
