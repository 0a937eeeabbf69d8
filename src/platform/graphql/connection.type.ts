import { type ClassType, Field, ObjectType } from 'type-graphql';
import { message } from '../../i18n/message.js';
import { InvalidRequest } from '../../shared/errors/errors.js';
import type { Page, PageKey, PageRequest } from '../../shared/page.js';

/** Maximum page size of a list. */
export const PAGE_MAX = 100;

@ObjectType('PageInfo', { description: 'End of a page of a list.' })
export class PageInfoType {
  @Field(() => String, {
    nullable: true,
    description: 'Pass as `after` for the next page; null if this page is empty.',
  })
  endCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether more entries follow this page.' })
  hasNextPage!: boolean;
}

export interface Connection<Node> {
  readonly nodes: Node[];
  readonly pageInfo: PageInfoType;
}

/** Creates the GraphQL type of a paginated list: `<name> { nodes { … } pageInfo { endCursor hasNextPage } }`. */
export function connectionType<Node extends object>(
  node: ClassType<Node>,
  name: string,
): new () => { nodes: Node[]; pageInfo: PageInfoType } {
  @ObjectType(name, { description: 'A page of a list.' })
  class ConnectionType {
    @Field(() => [node], { description: 'At most `first`.' })
    nodes!: Node[];

    @Field(() => PageInfoType, { description: 'For asking for the next page.' })
    pageInfo!: PageInfoType;
  }
  return ConnectionType;
}

export function buildConnection<Item, Node>(page: Page<Item>, nodeOf: (item: Item) => Node): Connection<Node> {
  const { items, endKey, hasMore } = page;
  return { nodes: items.map(nodeOf), pageInfo: { endCursor: endKey && encodeCursor(endKey), hasNextPage: hasMore } };
}

/** Options of the argument `after` of a list. */
export const afterArg = {
  nullable: true,
  description: '`endCursor` of the previous page; the first page if omitted.',
} as const;

/** Encodes an item's cursor, which clients send back in `after`. */
export function encodeCursor(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Type of a key part: a string, an integer, or milliseconds since 1970 within the range of every database. */
type KeyPart = 'string' | 'number' | 'time';

type KeyOf<Shape extends readonly KeyPart[]> = {
  [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number;
};

/**
 * Reads the arguments `first` and `after` of a list whose keys have the given shape.
 *
 * @throws {InvalidRequest} if `first` is not from 1 to {@link PAGE_MAX}, or `after` is not a cursor of this list.
 */
export function readPageRequest<const Shape extends readonly KeyPart[]>(
  { first, after }: { readonly first: number; readonly after: string | null | undefined },
  shape: Shape,
): PageRequest<KeyOf<Shape> & PageKey> {
  if (first < 1 || first > PAGE_MAX) throw new InvalidRequest(firstOutOfRange);
  if (after === null || after === undefined) return { first, after: undefined };
  const key = parseCursor(after);
  const fits = key.length === shape.length && shape.every((type, index) => isOfType(key[index], type));
  if (!fits) throw new InvalidRequest('graphql.notACursor');
  return { first, after: key as unknown as KeyOf<Shape> & PageKey };
}

const CURSOR_MAX_LENGTH = 2000;

function parseCursor(cursor: string): readonly unknown[] {
  if (cursor.length > CURSOR_MAX_LENGTH) return [];
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(key) ? key : [];
  } catch {
    return [];
  }
}

/** Last millisecond of the year 9999. */
const LATEST_MS = 253_402_300_799_999;

/** Whether a key part has its type. Numbers must be integers, and strings must be storable in every database. */
function isOfType(value: unknown, type: KeyPart): boolean {
  if (type !== 'string') {
    return Number.isSafeInteger(value) && (type === 'number' || (Number(value) >= 0 && Number(value) <= LATEST_MS));
  }
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

const firstOutOfRange = message('graphql.firstOutOfRange', { maximum: PAGE_MAX });
