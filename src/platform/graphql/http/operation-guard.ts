import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { InvalidRequest, NotAuthenticated } from '../../../shared/errors/errors.js';
import type { GraphQLContext } from '../context.js';
import type { DocumentCache } from '../document-cache.js';
import type { CostLimit } from '../limits/cost-limit.js';
import type { MutationLane } from '../limits/mutation-turns.js';
import { requestRejection } from '../limits/request-limits.js';

/** What the HTTP transport knows of a call beside {@link GraphQLContext}. */
export interface HttpGraphQLContext extends GraphQLContext {
  /**
   * Throws when the call may come from another site's page in the name of a signed-in browser. Called before
   * every mutation that needs the rights of its caller.
   */
  rejectForgery(): void;
}

/** An operation as it was sent over HTTP. */
export interface SentOperation {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

interface GuardDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly costLimit: CostLimit;
}

/** The document of an operation that may be executed, or why it may not. */
type GuardedOperation = AdmittedOperation | { readonly faults: readonly GraphQLError[] };

interface AdmittedOperation {
  readonly document: DocumentNode;
  /** Of a mutation in the name of its caller: among which of the caller's others it waits for its turn. */
  readonly lane?: MutationLane;
}

/** Decides what may be executed over HTTP: valid documents, within the limits, and what is allowed to this caller. */
export class OperationGuard {
  constructor(private readonly deps: GuardDeps) {}

  /** Reads an operation. @throws {VigiaError} when it is refused for what it asks, or for who is calling. */
  async admit(sent: SentOperation, context: HttpGraphQLContext): Promise<GuardedOperation> {
    const rejection = requestRejection(sent);
    if (rejection) throw rejection;
    const { document, faults, asksForSchema } = this.deps.documents.read(sent.query);
    if (!document) return { faults };
    const operation = getOperationAST(document, sent.operationName);
    const costError = this.deps.costLimit.rejectionOf({ ...sent, document });
    if (costError) throw costError;
    if (operation?.operation === 'subscription') throw new InvalidRequest('graphql.subscribeOverWebSocket');
    if (operation?.operation === 'mutation') {
      if (hasOnly('open', operation, this.deps.schema)) return { document };
      context.rejectForgery();
    }
    // A token that is present and not valid is rejected whatever the operation asks for.
    const viewer = await context.viewer();
    if (!viewer && asksForSchema) throw new NotAuthenticated();
    if (!operation) return { faults: [unknownOperation(sent.operationName)] };
    return operation.operation === 'mutation'
      ? { document, lane: hasOnly('neverRefused', operation, this.deps.schema) ? 'ending' : 'other' }
      : { document };
  }
}

function unknownOperation(name: string | null | undefined): GraphQLError {
  const message =
    name == null
      ? 'Must provide operation name if query contains multiple operations.'
      : `Unknown operation named "${name}".`;
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
}

/** Whether every field of a mutation has a mark: `open` ones do nothing in the name of their caller. */
function hasOnly(
  mark: 'open' | 'neverRefused',
  { selectionSet }: OperationDefinitionNode,
  schema: GraphQLSchema,
): boolean {
  const fields = schema.getMutationType()?.getFields() ?? {};
  return selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && fields[selection.name.value]?.extensions[mark] !== undefined,
  );
}
