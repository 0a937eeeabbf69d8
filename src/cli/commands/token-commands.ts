import type { PersonalAccessToken } from '../../features/accounts/personal-tokens/personal-access-token.entity.js';
import { COMMAND_LINE } from '../../platform/audit/origin.js';
import { TOKEN_DAYS_DEFAULT, type TokenScope, tokenScopes } from '../../shared/identity/token-scope.js';
import { type Command, UsageError } from '../command.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

const create: Command = {
  name: 'token create',
  summary: 'Creates a personal access token for an account, and prints it.',
  notes: [
    `Scopes: ${tokenScopes.join(', ')}. STAFF_READ requires an account with the staff role.`,
    'The token is shown only once: only its hash is stored.',
  ],
  positionals: ['username', 'name'],
  options: {
    scope: { type: 'string', multiple: true, summary: 'its scope; may be repeated' },
    days: { type: 'string', summary: `how long it counts, 1 to 365; ${TOKEN_DAYS_DEFAULT} when left out` },
  },
  example: 'vigia token create ana prometheus --scope READ --days 365',
  run: ({ positionals: [username = '', name = ''], options, lists: { scope: scopes = [] } }) => {
    if (scopes.length === 0) throw new UsageError('missing --scope');
    const form = { name, scopes: scopes.map(parseScope), days: daysOf(options.days) };
    return withAccounts(async ({ personalTokens, userDirectory }) => {
      const owner = await userDirectory.named(username);
      const { token, personalAccessToken } = await personalTokens.create(owner, form, COMMAND_LINE);
      console.error(`A token of ${owner.username} that expires on ${minute(personalAccessToken.expiresAt)}:`);
      console.log(token);
    });
  },
};

const list: Command = {
  name: 'token list',
  summary: 'Lists the personal access tokens of an account, the newest first.',
  positionals: ['username'],
  example: 'vigia token list ana',
  run: ({ positionals: [username = ''] }) =>
    withAccounts(async ({ personalTokens, userDirectory }) => {
      const tokens = await personalTokens.listOf((await userDirectory.named(username)).id);
      await printTable(HEADINGS, async function* () {
        yield* tokens.map(formatCells);
      });
    }),
};

const revoke: Command = {
  name: 'token revoke',
  summary: 'Revokes a personal access token and closes its sockets.',
  positionals: ['id'],
  example: 'vigia token revoke 7',
  run: ({ positionals: [id = ''] }) =>
    withAccounts(async ({ personalTokens }) => {
      const { name, user } = await personalTokens.revoke(id, COMMAND_LINE);
      console.log(`Revoked the token ${JSON.stringify(name)} of ${user.username}.`);
    }),
};

/** All commands about personal access tokens (contract 14). */
export const tokenCommands: readonly Command[] = [create, list, revoke];

function parseScope(typed: string): TokenScope {
  const scope = tokenScopes.find((known) => known === typed.toUpperCase().replaceAll('-', '_'));
  if (!scope) throw new UsageError(`there is no scope ${JSON.stringify(typed)}: use ${tokenScopes.join(', ')}`);
  return scope;
}

function daysOf(typed: string | boolean | undefined): number {
  if (typed === undefined) return TOKEN_DAYS_DEFAULT;
  if (typeof typed !== 'string' || !/^\d{1,4}$/.test(typed)) throw new UsageError('--days takes a number');
  return Number(typed);
}

const HEADINGS = ['id', 'name', 'scopes', 'created', 'expires', 'last used'];

function formatCells(token: PersonalAccessToken): string[] {
  const { id, name, createdAt, expiresAt, lastUsedOn, lastUsedAddress } = token;
  const used = lastUsedOn === null ? 'never' : `${lastUsedOn} from ${lastUsedAddress}`;
  return [String(id), name, token.scopes.replaceAll(' ', ', '), minute(createdAt), minute(expiresAt), used];
}
