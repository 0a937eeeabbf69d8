import { COMMAND_LINE } from '../../platform/audit/origin.js';
import type { Command, CommandArguments } from '../command.js';
import type { Accounts } from '../open-accounts.js';
import { readPassword } from '../read-password.js';
import { withAccounts } from '../with-accounts.js';
import { ACCESS_OPTIONS, describeRights, readRights, userAccess } from './user-access.js';
import { userList } from './user-list.js';

const PASSWORD_STDIN = {
  type: 'boolean',
  summary: 'reads the password from standard input instead of asking for it',
} as const;

const create: Command = {
  name: 'user create',
  summary: 'Creates an account, under the same rules as the registration form.',
  positionals: ['username'],
  options: {
    email: { type: 'string', summary: 'the e-mail address', needed: true },
    'first-name': { type: 'string', summary: 'the first name', needed: true },
    staff: { type: 'boolean', summary: 'grants the staff role, which gives access to /admin/' },
    ...ACCESS_OPTIONS,
    'password-stdin': PASSWORD_STDIN,
  },
  example: 'vigia user create ana --email ana@example.com --first-name Ana --staff',
  async run({ positionals: [username = ''], options, lists }) {
    const rights = readRights({ role: options.staff ? 'staff' : undefined, ...options }, lists);
    const password = await readPassword({ fromStdin: options['password-stdin'] === true });
    const form = {
      username,
      email: String(options.email),
      firstName: String(options['first-name']),
      password1: password,
      password2: password,
    };
    const user = await withAccounts(({ registration }) => registration.register(form, COMMAND_LINE, rights), {
      mayCreateDatabase: true,
    });
    console.log(`Created ${user.username}${user.isStaff ? ', with the staff role.' : `. ${describeRights(user)}`}`);
  },
};

const setPassword: Command = {
  name: 'user set-password',
  summary: 'Sets the password of an account and ends all its sessions and tokens.',
  positionals: ['username'],
  options: { 'password-stdin': PASSWORD_STDIN },
  example: 'vigia user set-password ana',
  async run({ positionals: [username = ''], options }) {
    await withAccounts(async ({ userDirectory, accountChanges }) => {
      // Fails before the password prompt if the account does not exist.
      await userDirectory.named(username);
      const password = await readPassword({ fromStdin: options['password-stdin'] === true });
      const user = await accountChanges.setPassword(username, password, COMMAND_LINE);
      console.log(`The password of ${user.username} is set; its sessions and tokens have ended.`);
    });
  },
};

const staff: Command = {
  name: 'user staff',
  summary: 'Gives an account the staff role, or takes it away.',
  notes: ['The last active account with the role keeps it.'],
  positionals: ['username'],
  options: { revoke: { type: 'boolean', summary: 'takes the role away' } },
  example: 'vigia user staff ana',
  run: ({ positionals: [username = ''], options }) =>
    printChange(async ({ accountStatus }) => {
      const user = await accountStatus.setStaff(username, options.revoke !== true, COMMAND_LINE);
      return `${user.username} ${options.revoke ? 'has the staff role no more' : 'has the staff role'}.`;
    }),
};

const breakGlass: Command = {
  name: 'user break-glass',
  summary: 'Lets an account log in with its password although OIDC_ONLY forbids it, or ends that.',
  notes: ['For the day on which the sign-in provider is away: keep its password in a safe place.'],
  positionals: ['username'],
  options: { revoke: { type: 'boolean', summary: 'ends that' } },
  example: 'vigia user break-glass ana',
  run: ({ positionals: [username = ''], options }) =>
    printChange(async ({ accountStatus }) => {
      const user = await accountStatus.setBreakGlass(username, options.revoke !== true, COMMAND_LINE);
      return options.revoke
        ? `${user.username} needs the sign-in provider where OIDC_ONLY is set.`
        : `${user.username} may log in with its password even where OIDC_ONLY is set.`;
    }),
};

/** All commands about users (contract 10). */
export const userCommands: readonly Command[] = [
  create,
  userList,
  simple('activate', 'Lets an account in again.', async ({ accountStatus }, username) => {
    const user = await accountStatus.activate(username, COMMAND_LINE);
    return `${user.username} is active.`;
  }),
  simple(
    'deactivate',
    'Lets an account in no more and ends all its sessions and tokens.',
    async ({ accountStatus }, username) => {
      const user = await accountStatus.deactivate(username, COMMAND_LINE);
      return `${user.username} is inactive; its sessions and tokens have ended.`;
    },
  ),
  setPassword,
  simple(
    'reset-factors',
    'Takes all second factors from an account whose owner has lost them, and ends its sessions and tokens.',
    async ({ secondFactorChanges }, username) => {
      const user = await secondFactorChanges.reset(username, COMMAND_LINE);
      return `${user.username} has no second factor any more; its sessions and tokens have ended.`;
    },
  ),
  simple('unlock', 'Lifts the lockout of a name at every address.', async ({ accountChanges }, username) => {
    const addresses = await accountChanges.unlock(username, COMMAND_LINE);
    return addresses === 0 ? `There were no failures for ${username}.` : `${username} may try again.`;
  }),
  staff,
  userAccess,
  breakGlass,
];

function simple(
  word: string,
  summary: string,
  change: (accounts: Accounts, username: string) => Promise<string>,
): Command {
  return {
    name: `user ${word}`,
    summary,
    positionals: ['username'],
    example: `vigia user ${word} ana`,
    run: ({ positionals: [username = ''] }: CommandArguments) => printChange((accounts) => change(accounts, username)),
  };
}

async function printChange(change: (accounts: Accounts) => Promise<string>): Promise<void> {
  console.log(await withAccounts(change));
}
