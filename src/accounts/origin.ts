/** A way into the service: the forms, the administration's form, token issue over REST, GraphQL, the command line. */
export type Door = 'form' | 'admin' | 'token' | 'graphql' | 'cli';

/** Where something that is done to an account comes from. */
export interface Origin {
  readonly door: Door;
  /** The caller's IP address; empty from the command line. */
  readonly address: string;
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

/** The origin of what an operator does on the command line. */
export const COMMAND_LINE: Origin = { door: 'cli', address: '' };
