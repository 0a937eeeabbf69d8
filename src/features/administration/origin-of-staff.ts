import { type Origin, staffOrigin } from '../../platform/audit/origin.js';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import { requireViewer } from '../../platform/graphql/viewer-guard.js';

/** The origin of what the caller of an operation does to others. @throws {NotAuthenticated} for a visitor. */
export async function originOfStaff(context: GraphQLContext): Promise<Origin> {
  return staffOrigin(context, await requireViewer(context));
}
