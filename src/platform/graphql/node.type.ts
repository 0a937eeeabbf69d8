import { Field, ID, InterfaceType } from 'type-graphql';
import { splitGlobalId } from '../../shared/global-id.js';

/** Interface of the types whose objects `node` finds by their id. */
@InterfaceType('Node', {
  description: 'An object that `node` returns for its id, to callers who may see it.',
  resolveType: ({ id }: { readonly id: string }) => splitGlobalId(id).type,
})
export abstract class NodeType {
  @Field(() => ID, { description: 'Unique over all types.' })
  id!: string;
}
