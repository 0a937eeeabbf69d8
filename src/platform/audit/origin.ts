import type { Credential } from '../../shared/identity/viewer.js';

/** How a caller logs in: a form, the administration's form, token issue over REST, GraphQL, the command line. */
export type LoginMethod = 'form' | 'admin' | 'token' | 'graphql' | 'cli';

/** Where something that is done to an account comes from. */
export interface Origin {
  readonly method: LoginMethod;
  /** The caller's IP address; empty from the command line. */
  readonly address: string;
  /** When an operation was called that a signed-in user may make. */
  readonly at?: Date;
  /** The actor, where it is done to another account or to a setting. */
  readonly by?: Actor;
  /** The right to it, where a signed-in user does it. */
  readonly authority?: Authority;
}

/** The member of the staff who does it. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
}

/** A right that was there when the operation began; `confirmAuthority` checks whether it still is. */
export interface Authority {
  readonly userId: number;
  readonly credential: Credential;
  /** Whether it takes the staff role. */
  readonly asStaff: boolean;
}

/** Who is signed in, and by what proof. */
interface SignedIn extends Actor {
  readonly credential: Credential;
}

/** What is known of an operation's call. */
interface Call {
  readonly transport: 'graphql' | 'rest';
  readonly address: string;
  now(): Date;
}

/** The origin of an operation: token issue and refresh over REST, or GraphQL itself. */
export function originOf({ transport, address }: Omit<Call, 'now'>): Origin {
  return { method: transport === 'rest' ? 'token' : 'graphql', address };
}

/** The origin of what users do to their own account. */
export function ownOrigin(call: Call, { userId, credential }: SignedIn): Origin {
  return { ...originOf(call), at: call.now(), authority: { userId, credential, asStaff: false } };
}

/** The origin of what a member of the staff does to others. */
export function staffOrigin(call: Call, { userId, username, credential }: SignedIn): Origin {
  const by = { userId, username };
  return { ...originOf(call), at: call.now(), by, authority: { userId, credential, asStaff: true } };
}

/** The origin of what an operator does on the command line. */
export const COMMAND_LINE: Origin = { method: 'cli', address: '' };
