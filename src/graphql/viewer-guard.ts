import { OperationTypeNode } from 'graphql';
import type { AuthChecker } from 'type-graphql';
import { NotAuthenticated, PermissionDenied } from '../shared/errors.js';
import type { Viewer } from '../shared/viewer.js';
import type { GraphQLContext } from './context.js';

/** The role of `@Authorized(STAFF)`: the caller must be staff. */
export const STAFF = 'STAFF';

/** Enforces `@Authorized()`: only a signed-in caller passes, and with {@link STAFF} only staff. */
export const viewerGuard: AuthChecker<GraphQLContext> = async ({ context, info }, roles) => {
  // The fields of a mutation run one after another: the one before may have ended rights, or waited for long.
  const anew = info.operation.operation === OperationTypeNode.MUTATION;
  const { isStaff } = await requireViewer(context, { anew });
  if (roles.includes(STAFF) && !isStaff) throw new PermissionDenied();
  return true;
};

/** The signed-in caller. @throws {NotAuthenticated} for a visitor. */
export async function requireViewer(context: GraphQLContext, how?: { readonly anew: boolean }): Promise<Viewer> {
  const viewer = await context.viewer(how);
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}
