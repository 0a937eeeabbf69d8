import type { JsonSchema } from './operation-description.js';

/** Schema of every failure that has no schema of its own (contract 8). */
export const problemSchema = {
  type: 'object',
  properties: {
    detail: {
      type: 'string',
      description:
        'A sentence for people, in the language that Accept-Language prefers among the available ones, else in English.',
    },
    code: { type: 'string', description: 'A stable word for programs.' },
  },
  required: ['detail', 'code'],
  additionalProperties: false,
} as const satisfies JsonSchema;

interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  readonly codes: readonly string[];
  readonly detail: string;
  readonly headers?: readonly (keyof typeof errorHeaders)[];
  /** Extra properties of the response body, all required. */
  readonly more?: Readonly<Record<string, JsonSchema>>;
}

export const errorHeaders = {
  'Retry-After': {
    description: 'Seconds until the same call may succeed.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme.',
    required: true,
    schema: { const: 'Bearer realm="api"' },
  },
} as const;

/** Error responses of operations, by name (contract 8). */
export const errorResponses = {
  notAuthenticated: {
    status: 401,
    description:
      'The caller is not signed in, or the access token is not valid; the latter also beside a valid session.',
    codes: ['not_authenticated', 'token_not_valid'],
    detail: 'Send Authorization: Bearer <access token>, or log in: the request has no credentials.',
    headers: ['WWW-Authenticate'],
  },
  noActiveAccount: {
    status: 401,
    description:
      'No active account has this name and password, or its code is wrong; or the password is right and a code is missing, or the account had a second factor that an import could not take over.',
    codes: ['no_active_account', 'otp_required', 'second_factor_lost'],
    detail: 'No active account found with the given credentials.',
    headers: ['WWW-Authenticate'],
  },
  tokenNotValid: {
    status: 401,
    description: 'The token is not a refresh token, expired, forged or revoked, or its account is not active.',
    codes: ['token_not_valid'],
    detail: 'Refresh the token or log in again, and send the new one: this one is invalid or has expired.',
    headers: ['WWW-Authenticate'],
  },
  forbidden: {
    status: 403,
    description:
      'A personal access token lacks the scope of the operation, or may not be used for it at all; or the service requires a second factor that the account does not have.',
    codes: ['insufficient_scope', 'second_factor_required'],
    detail:
      'Send a personal access token with the scope READ, or an access token from a login: this one may not be used for this.',
  },
  seesNoMachines: {
    status: 403,
    description:
      'The account sees no machines; or a personal access token lacks the scope of the operation, or may not be used for it at all; or the service requires a second factor that the account does not have.',
    codes: ['permission_denied', 'insufficient_scope', 'second_factor_required'],
    detail: 'Ask the staff to let your account see machines: at present it sees none.',
  },
  hostNotFound: {
    status: 404,
    description: 'No host that the account sees has this id, or it has not sent a sample yet.',
    codes: ['host_not_found', 'not_measured'],
    detail: 'That machine does not exist any more.',
  },
  tooLarge: {
    status: 413,
    description: 'The body is over 64 KiB.',
    codes: ['too_large'],
    detail: 'Send at most 64 KiB: the request body is larger.',
  },
  unsupportedMediaType: {
    status: 415,
    description: 'The body is neither JSON nor a form, or is not UTF-8.',
    codes: ['unsupported_media_type'],
    detail: 'Send the body as application/json or application/x-www-form-urlencoded, in UTF-8.',
  },
  rateLimited: {
    status: 429,
    description: "The caller has used up this minute's calls, over all transports and ways of authenticating.",
    codes: ['rate_limited'],
    detail: 'Too many requests. Try again in 42 s.',
    headers: ['Retry-After'],
  },
  lockedOut: {
    status: 429,
    description:
      'Five attempts with this name from this address have failed: the right password is refused too. Or too many codes of its second factor were wrong: no more are checked for now.',
    codes: ['locked_out', 'rate_limited'],
    detail: 'There were too many attempts with this name. Try again in 9 min 59 s.',
    headers: ['Retry-After'],
  },
  internal: {
    status: 500,
    description: 'A server error. The log has it under the same id.',
    codes: ['error'],
    detail: 'Something went wrong on our side.',
    more: { id: { type: 'string', format: 'uuid' } },
  },
  busy: {
    status: 503,
    description: 'Too many passwords are waiting to be checked, or the database is busy.',
    codes: ['busy'],
    detail: 'The service is busy. Try again in 5 s.',
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, ErrorResponse>;

export type ErrorResponseName = keyof typeof errorResponses;

/** Returns an error response as an entry of `components.responses`. */
export function errorResponse(name: ErrorResponseName): object {
  const { description, codes, detail, headers = [], more = {} }: ErrorResponse = errorResponses[name];
  const { properties, required } = problemSchema;
  const schema = {
    ...problemSchema,
    properties: { ...properties, code: { ...properties.code, enum: codes }, ...more },
    required: [...required, ...Object.keys(more)],
  };
  const id = Object.keys(more).length > 0 ? { id: '1f0c2a64-8f5e-4a57-9f39-1d2c3b4a5968' } : {};
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { detail, code, ...id } }]));
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((header) => [header, { $ref: `#/components/headers/${header}` }])),
    }),
    content: { 'application/json': { schema, examples } },
  };
}
