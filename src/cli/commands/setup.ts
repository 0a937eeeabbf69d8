import { processEnvironment } from '../../settings/environment.js';
import { knownAddress } from '../../settings/service-address.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import { InvalidFields } from '../../shared/errors/errors.js';
import { type NewAccounts, newAccountsChoices } from '../../shared/identity/new-accounts.js';
import { ownCommand } from '../../shared/own-command.js';
import { askOnTerminal, type Question } from '../ask-on-terminal.js';
import { type Command, UsageError } from '../command.js';
import { errorMessages } from '../error-messages.js';
import type { Accounts } from '../open-accounts.js';
import { PASSWORD_QUESTIONS } from '../read-password.js';
import { withAccounts } from '../with-accounts.js';

/** Creates the first account with the staff role (contract 10, decision 098). */
export const setup: Command = {
  name: 'setup',
  summary: 'Asks for the first account with the staff role, which may do everything, and creates it.',
  notes: ['Works while the service runs and before its first start, until an active account has the role.'],
  options: {
    link: {
      type: 'boolean',
      summary: 'prints a link to create it in a browser, valid once and for 30 minutes, instead of asking',
    },
  },
  example: 'vigia setup',
  async run({ options }) {
    if (!options.link && !process.stdin.isTTY) {
      throw new UsageError('there is no terminal to ask on: use --link, or user create with --staff --password-stdin');
    }
    await withAccounts(
      async (accounts) => {
        await requireNoStaff(accounts);
        await (options.link ? printLink(accounts) : createAccount(accounts));
      },
      { mayCreateDatabase: true },
    );
  },
};

/** @throws {CommandFailure} naming an account with the role, and the commands that help instead. */
async function requireNoStaff({ inOrder }: Accounts): Promise<void> {
  for await (const { username } of inOrder({ isStaff: true, isActive: true })) {
    const vigia = ownCommand();
    throw new CommandFailure(
      `There is staff already: ${username}. "${vigia} user staff <username>" gives another account the role, and "${vigia} user set-password ${username}" sets a password.`,
    );
  }
}

async function printLink({ staffSetup, settings }: Accounts): Promise<void> {
  const { link, minutes } = await staffSetup.createLink(await knownAddress(settings, processEnvironment()));
  console.error(`Open this link within ${minutes} minutes to create the account; it works once, in one browser:`);
  console.log(link);
}

const QUESTIONS = {
  username: { text: 'User name: ' },
  email: { text: 'E-mail: ' },
  firstName: { text: 'First name: ' },
  password1: PASSWORD_QUESTIONS[0],
  password2: PASSWORD_QUESTIONS[1],
  newAccounts: { text: 'What do other accounts see of the machines, all or none? ' },
} as const satisfies Record<string, Question>;

type FieldName = keyof typeof QUESTIONS;

const FIELDS = Object.keys(QUESTIONS) as FieldName[];

/** Asks until every answer is valid; after a failure, only for the invalid ones again. */
async function createAccount({ staffSetup, settings }: Accounts): Promise<void> {
  let answers = { username: '', email: '', firstName: '', password1: '', password2: '', newAccounts: '' };
  for (let asked = FIELDS; ; ) {
    answers = { ...answers, ...(await ask(asked)) };
    const { newAccounts, ...form } = answers;
    try {
      const { username } = await staffSetup.registerByOperator(form, readNewAccounts(newAccounts));
      const address = await knownAddress(settings, processEnvironment());
      console.log(`Created ${username}, with the staff role. Log in at ${address}`);
      return;
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      for (const line of errorMessages(error, { usage: '', action: '' })) console.error(line);
      asked = findFields(error);
    }
  }
}

/** Reads what new accounts see. @throws {InvalidFields} naming `newAccounts`. */
function readNewAccounts(answer: string): NewAccounts {
  const found = newAccountsChoices.find((choice) => choice.toLowerCase() === answer.trim().toLowerCase());
  if (!found) throw new InvalidFields({ newAccounts: ['accounts.access.allOrNone'] });
  return found;
}

/** @throws {CommandFailure} if the input ends first. */
async function ask(fields: readonly FieldName[]): Promise<Partial<Record<FieldName, string>>> {
  const answers = await askOnTerminal(fields.map((field) => QUESTIONS[field]));
  if (answers.length < fields.length) throw new CommandFailure('Nothing was created.');
  return Object.fromEntries(fields.map((field, index) => [field, answers[index]]));
}

/** Returns the invalid fields, and both passwords if one of them is. */
function findFields({ details: { fields = {} } }: InvalidFields): FieldName[] {
  const isPassword = (field: FieldName) => field === 'password1' || field === 'password2';
  const isPasswordFaulty = FIELDS.some((field) => isPassword(field) && fields[field]);
  return FIELDS.filter((field) => (isPassword(field) ? isPasswordFaulty : fields[field]));
}
