import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';

interface CostDeps {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Returns the maximum number of items in a field that takes `first`. */
  readonly itemsOf: (definition: GraphQLField<unknown, unknown>, node: FieldNode) => number;
}

/** Cost of a selection set: once, and for each item of the page it applies to. */
interface Cost {
  readonly once: number;
  readonly perItem: number;
}

const NOTHING: Cost = { once: 0, perItem: 0 };

/** Cost of an introspection field, which takes this fraction of the work of any other field. */
const INTROSPECTION_FIELD = 1 / 108;

/**
 * Average number of items in the lists of introspection, and average nesting of types within types; 1 for fields not
 * listed.
 */
const INTROSPECTION_LENGTHS: Readonly<Record<string, number>> = {
  types: 220,
  directives: 8,
  fields: 4.5,
  enumValues: 1.6,
  ofType: 0.8,
};

/**
 * Returns an operation's cost (promise 19): 1 per field, or its mark (`costs`), at every use. Fields inside a list with
 * `first` count once per possible item. Expects a valid document.
 */
export function computeCost({ selectionSet, operation }: OperationDefinitionNode, deps: CostDeps): number {
  const root = deps.schema.getRootType(operation);
  const { once, perItem } = new CostMeter(deps).ofSelections(selectionSet, root ?? undefined);
  return Math.ceil(once + perItem);
}

class CostMeter {
  readonly #fragments = new Map<string, { readonly set: SelectionSetNode; readonly type: string }>();
  /** Fragments already measured. Each counts at every use, but is walked only once. */
  readonly #measured = new Map<string, Cost>();

  constructor(private readonly deps: CostDeps) {
    for (const definition of deps.document.definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const { name, selectionSet: set, typeCondition } = definition;
      this.#fragments.set(name.value, { set, type: typeCondition.name.value });
    }
  }

  ofSelections({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): Cost {
    let [once, perItem] = [0, 0];
    for (const selection of selections) {
      const cost =
        selection.kind === Kind.FIELD
          ? this.#ofField(selection, type)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? this.#ofFragment(selection.name.value)
            : this.ofSelections(selection.selectionSet, this.#named(selection.typeCondition?.name.value) ?? type);
      once += cost.once;
      perItem += cost.perItem;
    }
    return { once, perItem };
  }

  #ofFragment(name: string): Cost {
    const known = this.#measured.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    const cost = fragment ? this.ofSelections(fragment.set, this.#named(fragment.type)) : NOTHING;
    this.#measured.set(name, cost);
    return cost;
  }

  #ofField(node: FieldNode, type: GraphQLNamedType | undefined): Cost {
    const name = node.name.value;
    const field = findField(type, name);
    if (!field) return NOTHING;
    const named = getNamedType(field.type);
    const below = node.selectionSet ? this.ofSelections(node.selectionSet, named) : NOTHING;
    if (isIntrospectionType(named) || (type && isIntrospectionType(type))) {
      const length = INTROSPECTION_LENGTHS[name] ?? 1;
      return { once: INTROSPECTION_FIELD + length * (below.once + below.perItem), perItem: 0 };
    }
    const own = typeof field.extensions.cost === 'number' ? field.extensions.cost : 1;
    if (field.args.some((argument) => argument.name === 'first')) {
      const items = Math.max(1, this.deps.itemsOf(field, node));
      return { once: own + below.once + items * below.perItem, perItem: 0 };
    }
    const isList = isListType(getNullableType(field.type));
    return isList
      ? { once: own, perItem: below.once + below.perItem }
      : { once: own + below.once, perItem: below.perItem };
  }

  #named(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.deps.schema.getType(name);
  }
}

/** Returns a field's definition; undefined for `__typename`, which costs nothing. */
function findField(type: GraphQLNamedType | undefined, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}
