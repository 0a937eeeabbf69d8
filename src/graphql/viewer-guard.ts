import type { AuthChecker } from 'type-graphql';
import { NotAuthenticated } from '../shared/errors.js';
import type { Viewer } from '../shared/viewer.js';
import type { GraphQLContext } from './context.js';

/** Carries out `@Authorized()`: nobody but a signed-in caller passes. */
export const viewerGuard: AuthChecker<GraphQLContext> = async ({ context }) => {
  await requireViewer(context);
  return true;
};

/** The signed-in caller. @throws {NotAuthenticated} for a visitor. */
export async function requireViewer(context: GraphQLContext): Promise<Viewer> {
  const viewer = await context.viewer();
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}
