import type { Role } from '../../shared/identity/role.js';
import type { Credential } from '../../shared/identity/viewer.js';

/**
 * How a caller logs in: with a form, the administration's form, token issue over REST, GraphQL, the command line, or an
 * OpenID Connect provider.
 */
export type LoginMethod = 'form' | 'admin' | 'token' | 'graphql' | 'cli' | 'oidc';

/** The source of an action on an account. */
export interface Origin {
  readonly method: LoginMethod;
  /** The caller's IP address; empty for the command line. */
  readonly address: string;
  /** Time of the call, for operations by signed-in users. */
  readonly at?: Date;
  /** The acting operator or staff member, if the action concerns another account or a setting. */
  readonly by?: Actor;
  /** The right to perform the action, if a signed-in user performs it. */
  readonly authority?: Authority;
}

/** The operator or staff member who performs an action. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
}

/** A right that existed when the operation began; `confirmAuthority` checks whether it still does. */
export interface Authority {
  readonly userId: number;
  readonly credential: Credential;
  /** The role that the action needs; any signed-in user may act as `MEMBER`, on what is their own. */
  readonly role: Role;
}

interface SignedIn extends Actor {
  readonly credential: Credential;
}

interface Call {
  readonly transport: 'graphql' | 'rest';
  readonly address: string;
  now(): Date;
}

/** Returns an operation's origin: token issue and refresh for REST, or GraphQL itself. */
export function originOf({ transport, address }: Omit<Call, 'now'>): Origin {
  return { method: transport === 'rest' ? 'token' : 'graphql', address };
}

/** Returns the origin of a user's actions on their own account. */
export function ownOrigin(call: Call, { userId, credential }: SignedIn): Origin {
  return { ...originOf(call), at: call.now(), authority: { userId, credential, role: 'MEMBER' } };
}

/** Returns the origin of a staff member's actions on others. */
export function staffOrigin(call: Call, actor: SignedIn): Origin {
  return originWithRole(call, actor, 'STAFF');
}

/** Returns the origin of an operator's or a staff member's actions on rules, silences and hosts. */
export function operatorOrigin(call: Call, actor: SignedIn): Origin {
  return originWithRole(call, actor, 'OPERATOR');
}

function originWithRole(call: Call, { userId, username, credential }: SignedIn, role: Role): Origin {
  const by = { userId, username };
  return { ...originOf(call), at: call.now(), by, authority: { userId, credential, role } };
}

/** The origin of an operator's actions on the command line. */
export const COMMAND_LINE: Origin = { method: 'cli', address: '' };
