import { type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import type { AuthChecker } from 'type-graphql';
import {
  InsufficientScope,
  NotAuthenticated,
  PermissionDenied,
  SecondFactorRequired,
} from '../../shared/errors/errors.js';
import { requireRecentProof } from '../../shared/identity/recent-proof.js';
import type { TokenScope } from '../../shared/identity/token-scope.js';
import type { Viewer } from '../../shared/identity/viewer.js';
import type { GraphQLContext } from './context.js';
import type { AsksAgain } from './field-marks.js';
import type { VisitorAccess } from './limits/visitor-access.js';

/** The role of `@Authorized(STAFF)`: the caller must be staff. */
export const STAFF = 'STAFF';

/** The role of `@Authorized(PARTICIPANT)`: guests of a room pass as well. The rule behind it checks which room is theirs. */
export const PARTICIPANT = 'PARTICIPANT';

/** The role of `@Authorized(ANYBODY)`: visitors pass as well; who is signed in passes as elsewhere. */
export const ANYBODY = 'ANYBODY';

/**
 * Enforces `@Authorized()`: only a signed-in caller passes, and with {@link STAFF} only staff; who must have a second
 * factor and has none passes only where it can be set up. A personal access token passes where it has the scope of the
 * field, and a visitor where the field is open to visitors. A mutation that asks again (`ASKS_AGAIN`) takes a password or a
 * passkey of the last minutes.
 */
export function createViewerGuard(visitors: VisitorAccess): AuthChecker<GraphQLContext> {
  return async ({ args, context, info }, roles) => {
    // The fields of a mutation run one after another: the one before may have ended rights, or waited for long.
    const anew = info.operation.operation === OperationTypeNode.MUTATION;
    const viewer = await context.viewer({ anew });
    if (!viewer) {
      if (await passesUnknown(context, roles)) return true;
      if (roles.length > 0) throw new NotAuthenticated();
      await visitors.admit(context, info);
      return true;
    }
    requireScope(viewer, info);
    if (viewer.lacksSecondFactor && !mayBeAskedWithoutFactor(info)) throw new SecondFactorRequired();
    if (roles.includes(STAFF) && !viewer.isStaff) throw new PermissionDenied();
    if (whenAskedAgain(info)?.(args, context.now())) requireRecentProof(viewer.credential, context.now());
    return true;
  };
}

/** Whether somebody who is not signed in passes. */
async function passesUnknown(context: GraphQLContext, roles: readonly string[]): Promise<boolean> {
  if (roles.includes(ANYBODY)) return true;
  return roles.includes(PARTICIPANT) && (await context.guest()) !== null;
}

/** Whether a field is needed to set up a second factor. */
function mayBeAskedWithoutFactor({ parentType, fieldName }: GraphQLResolveInfo): boolean {
  return parentType.getFields()[fieldName]?.extensions.factorSetup === true;
}

/** Which arguments of a mutation take a recent proof of who is calling; undefined where none do. */
function whenAskedAgain({ parentType, fieldName }: GraphQLResolveInfo): AsksAgain['applies'] {
  return (parentType.getFields()[fieldName]?.extensions.asksAgain as AsksAgain | undefined)?.applies;
}

/** The signed-in caller. @throws {NotAuthenticated} for a visitor. */
export async function requireViewer(context: GraphQLContext, how?: { readonly anew: boolean }): Promise<Viewer> {
  const viewer = await context.viewer(how);
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}

/**
 * Requires the scope that a field of the roots is marked with, where the caller is known by a personal access token. What
 * is below the roots belongs to them.
 *
 * @throws {InsufficientScope} when the token does not have it, or the field has none.
 */
export function requireScope(
  { scopes }: Pick<Viewer, 'scopes'>,
  { path, parentType, fieldName }: Pick<GraphQLResolveInfo, 'path' | 'parentType' | 'fieldName'>,
): void {
  if (scopes === undefined || path.prev !== undefined) return;
  const needed = parentType.getFields()[fieldName]?.extensions.scope;
  if (needed !== 'ANY' && !scopes.includes(needed as TokenScope)) throw new InsufficientScope();
}
