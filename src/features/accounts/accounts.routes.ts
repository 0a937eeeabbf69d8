import type { Message } from '../../i18n/message.js';
import { defineRoute, type RestRequest } from '../../platform/rest/rest-route.js';
import { InvalidFields } from '../../shared/errors/errors.js';
import { tokenIssue, tokenRefresh } from './accounts.openapi.js';
import type { TokenPairTexts } from './tokens/tokens.js';

/** REST endpoints for token issue and refresh (contract 3). The body may be JSON or a form. */
export const accountsRoutes = [
  defineRoute<{ login: TokenPairTexts }>({
    method: 'POST',
    addresses: ['/accounts/api/v1/token/'],
    open: true,
    describe: tokenIssue,
    operation: `mutation RestLogin($username: String!, $password: String!, $otp: String) {
      login(username: $username, password: $password, otp: $otp) { access refresh }
    }`,
    variables: (request) => ({ ...requiredTexts(request, ['username', 'password']), ...readOtp(request) }),
    body: ({ login }) => login,
  }),
  defineRoute<{ refreshToken: { access: string } }>({
    method: 'POST',
    addresses: ['/accounts/api/v1/token/refresh/'],
    open: true,
    describe: tokenRefresh,
    operation: `mutation RestRefresh($refresh: String!) {
      refreshToken(refresh: $refresh) { access }
    }`,
    variables: (request) => requiredTexts(request, ['refresh']),
    body: ({ refreshToken }) => refreshToken,
  }),
];

/**
 * Returns the named fields of the body. @throws {InvalidFields} naming each one that is missing, blank or not a string.
 */
function requiredTexts({ body }: RestRequest, names: readonly string[]): Record<string, string> {
  const given = new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}));
  const faults = names.flatMap((name) => {
    const fault = findFault(name, given.get(name));
    return fault ? [[name, [fault]] as const] : [];
  });
  if (faults.length > 0) throw new InvalidFields(Object.fromEntries(faults));
  return Object.fromEntries(names.map((name) => [name, given.get(name) as string]));
}

/** Returns the one-time code, if any. @throws {InvalidFields} naming `otp` if it is not a string. */
function readOtp({ body }: RestRequest): { otp?: string } {
  const { otp } = (body ?? {}) as { otp?: unknown };
  if (otp === undefined || otp === null) return {};
  if (typeof otp !== 'string') throw new InvalidFields({ otp: ['accounts.notText'] });
  return { otp };
}

function findFault(name: string, value: unknown): Message | undefined {
  if (value === undefined) return 'accounts.required';
  if (typeof value !== 'string') return 'accounts.notText';
  // A password may consist entirely of spaces.
  const text = name === 'password' ? value : value.trim();
  return text === '' ? 'accounts.blank' : undefined;
}
