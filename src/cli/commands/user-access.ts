import type { NewRights } from '../../features/accounts/editing/account-access.js';
import { type RightsColumns, rightsOf } from '../../features/accounts/users/account-rights.js';
import { typedAccess } from '../../features/accounts/users/read-machine-access.js';
import { COMMAND_LINE } from '../../platform/audit/origin.js';
import { type MachineChoice, machineChoices } from '../../shared/identity/machine-access.js';
import { type Role, roles } from '../../shared/identity/role.js';
import { type Command, type CommandArguments, UsageError } from '../command.js';
import { withAccounts } from '../with-accounts.js';

/** Options of commands that set what an account may do and which machines it sees. */
export const ACCESS_OPTIONS = {
  role: { type: 'string', summary: 'member, operator (rules, silences, hosts) or staff' },
  machines: { type: 'string', summary: 'machines that it sees as a member: all, tagged or none' },
  tag: { type: 'string', summary: 'a tag of these machines, for tagged; may be repeated', multiple: true },
} as const;

/** `user access`: sets the role and the machines of accounts (decision 109). */
export const userAccess: Command = {
  name: 'user access',
  summary: 'Sets what an account may do and which machines it sees.',
  notes: ['Operators and staff see all machines. The last active account with the staff role keeps it.'],
  positionals: ['username'],
  options: ACCESS_OPTIONS,
  example: 'vigia user access ana --machines tagged --tag web',
  async run({ positionals: [username = ''], options, lists }) {
    const rights = readRights(options, lists);
    if (!rights.role && !rights.access) throw new UsageError('nothing to set: add --role or --machines');
    const users = await withAccounts(({ accountAccess }) =>
      accountAccess.set(new Map([[username, rights]]), COMMAND_LINE),
    );
    for (const user of users) console.log(`${user.username}: ${describeRights(user)}`);
  },
};

/** Reads the options. @throws {UsageError} for a word that is none of the choices. */
export function readRights(options: CommandArguments['options'], { tag = [] }: CommandArguments['lists']): NewRights {
  const role = choiceOf<Role>('role', options.role, roles);
  const machines = choiceOf<MachineChoice>('machines', options.machines, machineChoices);
  return { role, access: typedAccess(machines, tag) };
}

/** Describes what an account may do and see, in a sentence. */
export function describeRights(user: RightsColumns): string {
  const { role, machines, machineTags } = rightsOf(user);
  const seen = { ALL: 'all machines', TAGGED: `machines with ${machineTags.join(', ')}`, NONE: 'no machines' }[
    machines
  ];
  return `Its role is ${role.toLowerCase()}, and it sees ${seen}.`;
}

function choiceOf<Choice extends string>(
  name: string,
  typed: string | boolean | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (typed === undefined) return undefined;
  const found = choices.find((choice) => choice.toLowerCase() === String(typed).toLowerCase());
  if (found) return found;
  throw new UsageError(`--${name} is one of ${choices.map((choice) => choice.toLowerCase()).join(', ')}`);
}
