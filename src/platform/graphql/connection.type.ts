import { type ClassType, Field, ObjectType } from 'type-graphql';
import { message } from '../../i18n/message.js';
import { InvalidRequest } from '../../shared/errors/errors.js';
import type { Page, PageKey, PageRequest } from '../../shared/page.js';

/** The longest page of a list. */
export const PAGE_MAX = 100;

/** Where a page of a list ends. */
@ObjectType('PageInfo', { description: 'Where a page of a list ends.' })
export class PageInfoType {
  @Field(() => String, {
    nullable: true,
    description: 'For `after`, to go on behind this page; null when it is empty.',
  })
  endCursor!: string | null;

  @Field(() => Boolean)
  hasNextPage!: boolean;
}

/** A page of a list as GraphQL shows it. */
export interface Connection<Node> {
  readonly nodes: Node[];
  readonly pageInfo: PageInfoType;
}

/** The GraphQL type of a list that is read page by page: `<name> { nodes { … } pageInfo { endCursor hasNextPage } }`. */
export function connectionType<Node extends object>(
  node: ClassType<Node>,
  name: string,
): new () => { nodes: Node[]; pageInfo: PageInfoType } {
  @ObjectType(name, { description: 'A page of a list.' })
  class ConnectionType {
    @Field(() => [node])
    nodes!: Node[];

    @Field(() => PageInfoType)
    pageInfo!: PageInfoType;
  }
  return ConnectionType;
}

/** Shapes a page for GraphQL. */
export function connectionOf<Item, Node>(page: Page<Item>, nodeOf: (item: Item) => Node): Connection<Node> {
  const { items, endKey, hasMore } = page;
  return { nodes: items.map(nodeOf), pageInfo: { endCursor: endKey && cursorOf(endKey), hasNextPage: hasMore } };
}

/** The cursor of an item, as a client sends it back in `after`. */
export function cursorOf(key: PageKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** What a part of a key is: text, a whole number, or milliseconds since 1970 within what every database takes. */
type KeyPart = 'string' | 'number' | 'time';

type KeyOf<Shape extends readonly KeyPart[]> = {
  [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number;
};

/**
 * Reads the arguments `first` and `after` of a list whose keys have this shape.
 *
 * @throws {InvalidRequest} when `first` is not from 1 to {@link PAGE_MAX}, or `after` is no cursor of this list.
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

/** The last millisecond of the year 9999. */
const LATEST_MS = 253_402_300_799_999;

/** A number of a key is a whole one, and its text one that a database takes. */
function isOfType(value: unknown, type: KeyPart): boolean {
  if (type !== 'string') {
    return Number.isSafeInteger(value) && (type === 'number' || (Number(value) >= 0 && Number(value) <= LATEST_MS));
  }
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

const firstOutOfRange = message('graphql.firstOutOfRange', { maximum: PAGE_MAX });
