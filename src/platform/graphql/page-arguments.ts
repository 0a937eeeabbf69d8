import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { ArgsType, Field, Int } from 'type-graphql';
import { message } from '../../i18n/message.js';
import { InvalidRequest } from '../../shared/errors/errors.js';
import type { PageKey, PageRequest } from '../../shared/page.js';
import type { GraphQLContext } from './context.js';
import { type KeyOf, type KeyPart, parseCursor } from './cursor.js';

/** Maximum page size of a list. */
export const PAGE_MAX = 100;

/** Marks a list with its page size if a client asks for none: `@Extensions(pageSize(25))`. */
export function pageSize(size: number): { readonly pageSize: number } {
  return { pageSize: size };
}

/** Arguments of a list that is walked forward only. */
@ArgsType()
export class ForwardArgs {
  @Field(() => Int, { nullable: true, description: 'Maximum number of items, 1 to 100.' })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor after which the page begins: `endCursor` of the previous page, or that of any edge; the first page if omitted.',
  })
  after?: string | null;
}

/** Arguments of a list that is walked in both directions. */
@ArgsType()
export class PageArgs extends ForwardArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of items, 1 to 100, counted from the end: in place of `first`.',
  })
  last?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor before which the page ends: `startCursor` of the following page, or that of any edge; the last page if omitted.',
  })
  before?: string | null;
}

/**
 * Reads the arguments of a list whose keys have the given shape.
 *
 * @throws {InvalidRequest} if a size is not from 1 to {@link PAGE_MAX}, a cursor does not belong to this list, or the
 *   arguments of both directions are mixed.
 */
export function readPageRequest<const Shape extends readonly KeyPart[]>(
  { first, after, last, before }: PageArgs,
  shape: Shape,
): PageRequest<KeyOf<Shape> & PageKey> {
  const isBackward = isGiven(last);
  if (isBackward ? isGiven(first) || isGiven(after) : isGiven(before))
    throw new InvalidRequest('graphql.twoDirections');
  const [size, cursor] = isBackward ? [last, before] : [first ?? 0, after];
  if (size < 1 || size > PAGE_MAX) throw new InvalidRequest(sizeOutOfRange(isBackward ? 'last' : 'first'));
  return { first: size, after: isGiven(cursor) ? parseCursor(cursor, shape) : undefined, isBackward };
}

/** Returns the maximum number of items in a list for its arguments, however large a client has made it. */
export function readPageSize(
  { first, last }: Readonly<Record<string, unknown>>,
  { extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>,
): number {
  return Number(first ?? last ?? extensions.pageSize ?? PAGE_MAX);
}

/** Lets every list with a {@link pageSize} begin at its start with pages of that size, and says so. */
export function applyPageSizes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<object, GraphQLContext>[]) {
      const { pageSize: size } = field.extensions;
      if (typeof size === 'number') applyPageSize(field, size);
    }
  }
}

function applyPageSize(field: GraphQLField<object, GraphQLContext>, size: number): void {
  const { args, resolve = defaultFieldResolver } = field;
  const first = args.find(({ name }) => name === 'first');
  const isBackward = args.some(({ name }) => name === 'last');
  if (first)
    first.description += isBackward ? ` ${size} if neither this nor \`last\` is given.` : ` ${size} by default.`;
  field.resolve = (source, given, ...rest) => {
    const isSized = isGiven(given.first) || isGiven(given.last);
    return resolve(source, isSized ? given : { ...given, first: size }, ...rest);
  };
}

function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined;
}

const sizeOutOfRange = (argument: 'first' | 'last') =>
  message('graphql.pageSizeOutOfRange', { argument, maximum: PAGE_MAX });
