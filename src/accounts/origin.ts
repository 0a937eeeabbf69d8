/** A way into the service: the forms, the administration's form, token issue over REST, GraphQL, the command line. */
export type Door = 'form' | 'admin' | 'token' | 'graphql' | 'cli';

/** Where something that is done to an account comes from. */
export interface Origin {
  readonly door: Door;
  /** The caller's IP address; empty from the command line. */
  readonly address: string;
  /** Who does it, where it is done to somebody or something else. */
  readonly by?: Actor;
}

/** A member of the staff who acts. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
}

/** What is known of an operation's call. */
interface Call {
  readonly face: 'graphql' | 'rest';
  readonly address: string;
}

/** The origin of an operation: token issue and refresh over REST, or GraphQL itself. */
export function originOf({ face, address }: Call): Origin {
  return { door: face === 'rest' ? 'token' : 'graphql', address };
}

/** The origin of what a member of the staff does to others. */
export function staffOrigin(call: Call, { userId, username }: Actor): Origin {
  return { ...originOf(call), by: { userId, username } };
}

/** The origin of what an operator does on the command line. */
export const COMMAND_LINE: Origin = { door: 'cli', address: '' };
