import { type Origin, staffOrigin } from '../../platform/audit/origin.js';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import { requireViewer } from '../../platform/graphql/viewer-guard.js';

/** Returns the origin for the caller's actions as staff. @throws {NotAuthenticated} for a visitor. */
export async function originOfStaff(context: GraphQLContext): Promise<Origin> {
  return staffOrigin(context, await requireViewer(context));
}
