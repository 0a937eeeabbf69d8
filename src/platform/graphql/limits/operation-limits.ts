import {
  type ASTNode,
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Maximum length of a document, in characters (promise 19). */
const DOCUMENT_MAX_LENGTH = 10_000;

/** Maximum number of tokens in a document (promise 19), at which the parser stops. */
export const DOCUMENT_MAX_TOKENS = 1000;

/** Marks this rule's errors, which keep their own code; other validation errors get theirs from the transport. */
const OVER_LIMIT = { overLimit: true } as const;

/**
 * Limits of one operation (promise 19). For introspection, only aliases and root fields count. The cost limit depends
 * on variables: see `CostLimit`.
 */
const LIMITS = {
  depth: 8,
  aliases: 15,
  rootFields: 10,
  credentialFields: 1,
} as const;

type Amounts = Record<keyof typeof LIMITS, number>;

/** Rejects oversized operations, as a validation rule of both transports. */
export function operationLimits(context: ValidationContext): ASTVisitor {
  const measured = new Map<string, Amounts>();
  const reject = (message: string, nodes?: ASTNode) =>
    context.reportError(new GraphQLError(message, { nodes, extensions: OVER_LIMIT }));
  return {
    Document({ loc }) {
      if (loc && loc.source.body.length > DOCUMENT_MAX_LENGTH) {
        reject(`The document exceeds the limit of ${DOCUMENT_MAX_LENGTH} characters.`);
      }
    },
    OperationDefinition(operation) {
      const amounts = measureOperation(operation, { context, measured });
      for (const name of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
        if (amounts[name] > LIMITS[name]) {
          reject(`The operation exceeds the limit of ${LIMITS[name]} for ${LABELS[name]}.`, operation);
        }
      }
    },
  };
}

const LABELS: Record<keyof typeof LIMITS, string> = {
  depth: 'depth',
  aliases: 'aliases',
  rootFields: 'root fields',
  credentialFields: 'fields with credentials',
};

interface Measure {
  readonly context: ValidationContext;
  /** Fragments already measured. Each counts at every use, but is walked only once. */
  readonly measured: Map<string, Amounts>;
}

function measureOperation(operation: OperationDefinitionNode, measure: Measure): Amounts {
  const root = measure.context.getSchema().getRootType(operation.operation);
  return measureSelections(operation.selectionSet, measure, root ?? undefined);
}

const NOTHING: Amounts = { depth: 0, aliases: 0, rootFields: 0, credentialFields: 0 };

/** Measures a selection set. `root` is set for the selections of the operation itself. */
function measureSelections(set: SelectionSetNode, measure: Measure, root?: GraphQLObjectType): Amounts {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) {
      const name = selection.name.value;
      const below = selection.selectionSet ? measureSelections(selection.selectionSet, measure) : NOTHING;
      const aliases = below.aliases + (selection.alias ? 1 : 0);
      const rootFields = root ? 1 : 0;
      // Introspection may be deep, but must not repeat the same fields many times.
      if (name.startsWith('__')) return add(sum, { ...NOTHING, aliases, rootFields });
      return add(sum, {
        depth: below.depth + 1,
        aliases,
        rootFields,
        credentialFields: root?.getFields()[name]?.extensions.credential ? 1 : 0,
      });
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return add(sum, measureSelections(selection.selectionSet, measure, root));
    }
    return add(sum, measureFragment(measure.context.getFragment(selection.name.value), measure, root));
  }, NOTHING);
}

function measureFragment(
  fragment: FragmentDefinitionNode | null | undefined,
  measure: Measure,
  root?: GraphQLObjectType,
): Amounts {
  if (!fragment) return NOTHING;
  const key = `${root ? 'root' : ''}:${fragment.name.value}`;
  const known = measure.measured.get(key);
  if (known) return known;
  // Another rule rejects fragments that contain themselves; this one only has to terminate.
  measure.measured.set(key, NOTHING);
  const amounts = measureSelections(fragment.selectionSet, measure, root);
  measure.measured.set(key, amounts);
  return amounts;
}

function add(a: Amounts, b: Amounts): Amounts {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    rootFields: a.rootFields + b.rootFields,
    credentialFields: a.credentialFields + b.credentialFields,
  };
}
