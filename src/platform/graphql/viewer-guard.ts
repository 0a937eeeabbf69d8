import { type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import type { AuthChecker } from 'type-graphql';
import {
  InsufficientScope,
  NotAuthenticated,
  PermissionDenied,
  SecondFactorRequired,
} from '../../shared/errors/errors.js';
import { requireRecentProof } from '../../shared/identity/recent-proof.js';
import { mayOperate } from '../../shared/identity/role.js';
import { type TokenScope, tokenScopes } from '../../shared/identity/token-scope.js';
import type { Viewer } from '../../shared/identity/viewer.js';
import type { GraphQLContext } from './context.js';
import type { AsksAgain } from './field-marks.js';
import type { VisitorAccess } from './limits/visitor-access.js';

/** Role for `@Authorized(STAFF)`: the caller must be staff. */
export const STAFF = 'STAFF';

/** Role for `@Authorized(OPERATOR)`: the caller must be an operator or staff. */
export const OPERATOR = 'OPERATOR';

/**
 * Role for `@Authorized(SEES_MACHINES)`: the caller must see some machines, or may once one has their tag. The resolver
 * leaves out those that are not visible (promise 59).
 */
export const SEES_MACHINES = 'SEES_MACHINES';

/**
 * Role for `@Authorized(PARTICIPANT)`: also admits a room's guests. The rule behind the field checks which room is
 * theirs.
 */
export const PARTICIPANT = 'PARTICIPANT';

/** Role for `@Authorized(ANYBODY)`: also admits visitors. Signed-in callers are checked as usual. */
export const ANYBODY = 'ANYBODY';

/**
 * Enforces `@Authorized()`. Only signed-in callers pass; with {@link STAFF}, only staff do, and so on. Callers without a required
 * second factor can reach only the fields that set one up. A personal access token needs the field's scope, and
 * visitors pass only if the field is open to them. A mutation that asks again (`ASKS_AGAIN`) requires a password or
 * passkey confirmed within the last 15 minutes.
 */
export function createViewerGuard(visitors: VisitorAccess): AuthChecker<GraphQLContext> {
  return async ({ args, context, info }, roles) => {
    // The fields of a mutation run one after another, so an earlier one may have revoked rights or taken a long time.
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
    requireRole(viewer, roles);
    if (whenAskedAgain(info)?.(args, context.now())) requireRecentProof(viewer.credential, context.now());
    return true;
  };
}

/** @throws {PermissionDenied} */
function requireRole(viewer: Viewer, roles: readonly string[]): void {
  if (roles.includes(STAFF) && !viewer.isStaff) throw new PermissionDenied();
  if (roles.includes(OPERATOR) && !mayOperate(viewer)) throw new PermissionDenied('errors.forOperators');
  if (roles.includes(SEES_MACHINES) && viewer.machines === 'NONE') throw new PermissionDenied('errors.seesNoMachines');
}

/** Whether a caller who is not signed in may pass. */
async function passesUnknown(context: GraphQLContext, roles: readonly string[]): Promise<boolean> {
  if (roles.includes(ANYBODY)) return true;
  return roles.includes(PARTICIPANT) && (await context.guest()) !== null;
}

function mayBeAskedWithoutFactor({ parentType, fieldName }: GraphQLResolveInfo): boolean {
  return parentType.getFields()[fieldName]?.extensions.factorSetup === true;
}

/**
 * Returns the condition on a mutation's arguments under which it requires a recent proof of identity; undefined if it
 * never does.
 */
function whenAskedAgain({ parentType, fieldName }: GraphQLResolveInfo): AsksAgain['applies'] {
  return (parentType.getFields()[fieldName]?.extensions.asksAgain as AsksAgain | undefined)?.applies;
}

/** Returns the signed-in caller. @throws {NotAuthenticated} for a visitor. */
export async function requireViewer(context: GraphQLContext, how?: { readonly anew: boolean }): Promise<Viewer> {
  const viewer = await context.viewer(how);
  if (!viewer) throw new NotAuthenticated();
  return viewer;
}

/**
 * Requires a root field's scope if the caller uses a personal access token. Nested fields belong to their root field.
 *
 * @throws {InsufficientScope} if the token lacks the scope, or the field has none.
 */
export function requireScope(
  { scopes }: Pick<Viewer, 'scopes'>,
  { path, parentType, fieldName }: Pick<GraphQLResolveInfo, 'path' | 'parentType' | 'fieldName'>,
): void {
  if (scopes === undefined || path.prev !== undefined) return;
  const needed = parentType.getFields()[fieldName]?.extensions.scope;
  if (needed === 'ANY' || scopes.includes(needed as TokenScope)) return;
  throw new InsufficientScope(tokenScopes.find((scope) => scope === needed));
}
