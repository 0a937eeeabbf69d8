import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { InvalidRequest, NotAuthenticated } from '../../../shared/errors/errors.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { GraphQLContext } from '../context.js';
import type { DocumentCache } from '../document-cache.js';
import type { CostLimit } from '../limits/cost-limit.js';
import type { MutationLane } from '../limits/mutation-turns.js';
import { requestRejection } from '../limits/request-limits.js';
import { unknownOperation } from '../unknown-operation.js';
import type { SentOperation } from './sent-operation.js';

/** Context of an HTTP call, in addition to {@link GraphQLContext}. */
export interface HttpGraphQLContext extends GraphQLContext {
  /**
   * Throws if the call may come from another site's page on behalf of a signed-in browser. Called before every mutation
   * that needs its caller's rights.
   */
  rejectForgery(): void;
  /** Like {@link rejectForgery}, for queries by GET, which browsers send for any page without asking first. */
  rejectForgedQuery(): void;
}

interface GuardDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly costLimit: CostLimit;
}

/** The document of an operation that may be executed, or the reasons for rejecting it. */
type GuardedOperation = AdmittedOperation | { readonly faults: readonly GraphQLError[] };

interface AdmittedOperation {
  readonly document: DocumentNode;
  /** Queue in which a mutation on behalf of its caller waits for its turn; undefined for other operations. */
  readonly lane?: MutationLane;
}

/**
 * Decides which operations may be executed over HTTP: those that are valid, within the limits, and allowed to this
 * caller.
 */
export class OperationGuard {
  constructor(private readonly deps: GuardDeps) {}

  /** Refuses all operations but queries, as GET requires. @throws {MutationByGet} @throws {InvalidRequest} */
  requireQuery({ query, operationName }: SentOperation): void {
    const { document } = this.deps.documents.read(query);
    const operation = document && getOperationAST(document, operationName)?.operation;
    if (operation === 'mutation') throw new MutationByGet();
    if (operation === 'subscription') throw new InvalidRequest('graphql.subscribeOverWebSocket');
  }

  /** Admits an operation. @throws {VigiaError} if the operation or its caller is refused. */
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
    // An invalid token is rejected whatever the operation.
    const viewer = await context.viewer();
    if (!viewer && asksForSchema) throw new NotAuthenticated();
    if (!operation) return { faults: [unknownOperation(sent.operationName)] };
    return operation.operation === 'mutation'
      ? { document, lane: hasOnly('neverRefused', operation, this.deps.schema) ? 'ending' : 'other' }
      : { document };
  }
}

class MutationByGet extends VigiaError {
  readonly kind = 'methodNotAllowed';
  readonly code = 'method_not_allowed';

  constructor() {
    super('graphql.queryByGetOnly');
  }
}

/** Whether every field of a mutation has a mark. Fields marked `open` do nothing on behalf of their caller. */
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
