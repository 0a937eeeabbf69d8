import type { DescribedBody, OperationDescription } from '../../platform/rest/operation-description.js';

const token = { type: 'string', description: 'A JSON Web Token.' };
const SHORTENED = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…';

/** OpenAPI entry for token issue (contract 3). */
export const tokenIssue = {
  id: 'issueTokens',
  group: 'accounts',
  summary: 'Issues a token pair for a name and a password',
  description: 'Credentials in the request are ignored.',
  body: {
    description: 'The name and the password of an account.',
    schema: {
      ...objectOf({ username: { type: 'string' }, password: { type: 'string' } }),
      properties: {
        username: { type: 'string' },
        password: { type: 'string' },
        otp: {
          type: 'string',
          description: 'A one-time code or a recovery code, for an account with a second factor.',
        },
      },
    },
    examples: { ana: { username: 'ana', password: 'correct horse 7' } },
  },
  success: {
    description: 'The token pair.',
    schema: exactly({ access: token, refresh: token }),
    examples: { pair: { access: SHORTENED, refresh: SHORTENED } },
  },
  invalid: fieldFaults(['username', 'password']),
  errors: ['noActiveAccount', 'lockedOut'],
} as const satisfies OperationDescription;

/** OpenAPI entry for token refresh (contract 3). */
export const tokenRefresh = {
  id: 'refreshToken',
  group: 'accounts',
  summary: 'Issues a new access token for a refresh token',
  description: 'Credentials in the request are ignored.',
  body: {
    description: 'The refresh token.',
    schema: objectOf({ refresh: token }),
    examples: { refresh: { refresh: SHORTENED } },
  },
  success: {
    description: 'The access token.',
    schema: exactly({ access: token }),
    examples: { access: { access: SHORTENED } },
  },
  invalid: fieldFaults(['refresh']),
  errors: ['tokenNotValid', 'rateLimited'],
} as const satisfies OperationDescription;

function objectOf(properties: Readonly<Record<string, object>>) {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function exactly(properties: Readonly<Record<string, object>>) {
  return { ...objectOf(properties), additionalProperties: false };
}

function fieldFaults(names: readonly string[]): DescribedBody {
  const faults = { type: 'array', items: { type: 'string' }, minItems: 1 };
  return {
    description: 'A field is missing, blank or not a string (each is named), or the body cannot be read.',
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, faults])),
      additionalProperties: false,
      minProperties: 1,
    },
    examples: { missing: { [names[0] ?? '']: ['This field is required.'] } },
  };
}
