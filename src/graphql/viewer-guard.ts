import type { AuthChecker } from 'type-graphql';
import { NotAuthenticated, PermissionDenied } from '../shared/errors.js';
import type { Viewer } from '../shared/viewer.js';
import type { GraphQLContext } from './context.js';

/** The role of `@Authorized(STAFF)`: the caller must be staff. */
export const STAFF = 'STAFF';

/** Carries out `@Authorized()`: nobody but a signed-in caller passes, and with {@link STAFF} nobody but staff. */
export const viewerGuard: AuthChecker<GraphQLContext> = async ({ context }, roles) => {
  const { isStaff } = await requireViewer(context);
  if (roles.includes(STAFF) && !isStaff) throw new PermissionDenied();
  return true;
};

/** The signed-in caller. @throws {NotAuthenticated} for a visitor. */
export async function requireViewer(context: GraphQLContext): Promise<Viewer> {
  const viewer = await context.viewer();
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}
