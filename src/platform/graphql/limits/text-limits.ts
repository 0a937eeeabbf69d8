import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { type Message, message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { GraphQLContext } from '../context.js';

/** Maximum length of a string argument, unless its field names another (`longTexts`). */
export const TEXT_MAX_LENGTH = 10_000;

type Field = GraphQLField<object, GraphQLContext>;

/**
 * Limits the length of every string passed to a field, including those in lists and input objects, and restricts it to
 * characters that every database can store, before the field's guard or resolver sees it.
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
    const faults = Object.entries(args).flatMap(([name, value]) =>
      textFaults(value, { path: name, maximum: lengths[name] ?? TEXT_MAX_LENGTH }),
    );
    if (faults.length > 0) throw new InvalidFields(Object.fromEntries(faults));
  };
  // The events of a subscription use the arguments that were checked when it began.
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

/**
 * Reports each string in an argument that is too long, or that a database cannot store, under the name of its field.
 */
function textFaults(value: unknown, { path, maximum }: { readonly path: string; readonly maximum: number }): Fault[] {
  if (typeof value === 'string') {
    const { length } = value;
    if (length > maximum) return [fault(path, message('graphql.textTooLong', { argument: path, length, maximum }))];
    const isStorable = !value.includes('\0') && value.isWellFormed();
    return isStorable ? [] : [fault(path, message('graphql.textNotStorable', { argument: path }))];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => textFaults(item, { path: `${path}[${index}]`, maximum }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textFaults(member, { path: `${path}.${name}`, maximum }));
}

type Fault = readonly [field: string, texts: Message[]];

/** Reports a fault under the field name used by forms, e.g. `addresses` for `input.addresses[2]`. */
function fault(path: string, text: Message): Fault {
  return [/\w+(?=(\[\d+\])*$)/.exec(path)?.[0] ?? path, [text]];
}
