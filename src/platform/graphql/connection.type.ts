import { type ClassType, Field, ObjectType } from 'type-graphql';
import type { Page } from '../../shared/page.js';
import { encodeCursor } from './cursor.js';

@ObjectType('PageInfo', { description: 'Ends of a page of a list.' })
export class PageInfoType {
  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the first entry, for `before` of the previous page, where the list has that; null if this page is empty.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last entry, for `after` of the next page; null if this page is empty.',
  })
  endCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether more entries follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether entries precede this page.' })
  hasPreviousPage!: boolean;
}

export interface Edge<Item> {
  readonly cursor: string;
  readonly node: Item;
}

export interface Connection<Item> {
  readonly nodes: Item[];
  readonly edges: Edge<Item>[];
  readonly pageInfo: PageInfoType;
}

/**
 * Creates the GraphQL type of a paginated list, `<item>Connection { nodes edges pageInfo }`, and that of its edges,
 * `<item>Edge { cursor node }`.
 */
export function connectionType<Item extends object>(
  item: ClassType<Item>,
  itemName: string,
): new () => Connection<Item> {
  @ObjectType(`${itemName}Connection`, { description: 'Page of a list.' })
  class ConnectionType extends connectionFields(item, itemName) {}
  return ConnectionType;
}

/** Creates the fields of a {@link connectionType}, for one that has more of them. */
export function connectionFields<Item extends object>(
  item: ClassType<Item>,
  itemName: string,
): abstract new () => Connection<Item> {
  @ObjectType(`${itemName}Edge`, { description: 'Entry of a list, with its place in it.' })
  class EdgeType implements Edge<Item> {
    @Field(() => String, { description: 'Place in the list, for `after` or `before`.' })
    cursor!: string;

    @Field(() => item, { description: 'Entry itself.' })
    node!: Item;
  }

  @ObjectType()
  abstract class ConnectionFields implements Connection<Item> {
    @Field(() => [item], { description: 'Entries, at most `first` or `last`.' })
    nodes!: Item[];

    @Field(() => [EdgeType], { description: 'Entries with their cursors.' })
    edges!: Edge<Item>[];

    @Field(() => PageInfoType, { description: 'Ends of the page, for asking for the next or the previous one.' })
    pageInfo!: PageInfoType;
  }
  return ConnectionFields;
}

/** Builds a connection from a page; `nodeOf` shapes its items for GraphQL. */
export function buildConnection<Item, Shaped>(page: Page<Item>, nodeOf: (item: Item) => Shaped): Connection<Shaped> {
  const { items, keys, startKey, endKey, hasMore, hasEarlier } = page;
  const nodes = items.map(nodeOf);
  return {
    nodes,
    edges: nodes.map((node, index) => ({ node, cursor: encodeCursor(keys[index] ?? []) })),
    pageInfo: {
      startCursor: startKey && encodeCursor(startKey),
      endCursor: endKey && encodeCursor(endKey),
      hasNextPage: hasMore,
      hasPreviousPage: hasEarlier,
    },
  };
}
