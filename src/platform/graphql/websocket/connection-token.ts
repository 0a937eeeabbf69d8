/** Reasons for closing a connection with 4401, in English like those of graphql-ws; at most 123 bytes. */
export const UNAUTHENTICATED_REASONS = {
  missing: 'No credentials: send {"Authorization": "Bearer <token>"} as the payload of connection_init',
  malformed: 'Malformed token: send {"Authorization": "Bearer <token>"} as the payload of connection_init',
  ended: 'The token or session has ended: reconnect with a new one',
} as const;

/** Stands for a payload whose authorization is not a token. */
export const MALFORMED = Symbol('malformed');

/**
 * Returns the token in a `connection_init` payload, under `Authorization` in either case, at the top or in `headers`,
 * with or without `Bearer`. Undefined if it names none.
 */
export function readConnectionToken(
  params: Readonly<Record<string, unknown>> | undefined,
): string | undefined | typeof MALFORMED {
  const headers = params?.headers;
  const below = typeof headers === 'object' && headers !== null ? (headers as Readonly<Record<string, unknown>>) : {};
  const authorization =
    params?.Authorization ?? params?.authorization ?? below.Authorization ?? below.authorization ?? undefined;
  if (authorization === undefined) return undefined;
  return typeof authorization === 'string' ? (tokenIn(authorization) ?? MALFORMED) : MALFORMED;
}

function tokenIn(authorization: string): string | undefined {
  const [first = '', second, ...rest] = authorization.trim().split(/ +/);
  const isBearer = first.toLowerCase() === 'bearer';
  if (rest.length > 0 || first === '') return undefined;
  if (second === undefined) return isBearer ? undefined : first;
  return isBearer ? second : undefined;
}
