import type { MessageKey } from '../../../lib/i18n/t';
import type { TokenScope } from './access-tokens.operations';

/** The name of each scope, and what it permits. */
export const scopeWords = {
  READ: { name: 'ui.account.scopeRead', hint: 'ui.account.scopeReadHint' },
  CONVERT: { name: 'ui.account.scopeConvert', hint: 'ui.account.scopeConvertHint' },
  STAFF_READ: { name: 'ui.account.scopeStaffRead', hint: 'ui.account.scopeStaffReadHint' },
} as const satisfies Record<TokenScope, { readonly name: MessageKey; readonly hint: MessageKey }>;

/** Token scopes in the order in which they are offered. */
export const allScopes = Object.keys(scopeWords) as readonly TokenScope[];
