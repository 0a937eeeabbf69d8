import { visible } from '../shared/text/visible-text.js';
import type { AccountImportResult, FactorOutcome, ImportStatus } from './account-import.js';
import type { DjangoUser } from './django-users.js';
import { changesFactor } from './factor-import.js';
import { detectEncoding, type ImportWarning } from './imported-account.js';

/** Outcome of an account import or of a dry run. */
export interface AccountOutcome {
  /** Source table or model. */
  readonly source: string;
  readonly users: readonly DjangoUser[];
  /** One result per user, in the same order. */
  readonly results: readonly AccountImportResult[];
  readonly isDryRun: boolean;
}

const SKIPPED: Readonly<Record<Exclude<ImportStatus, 'new' | 'there'>, (result: AccountImportResult) => string>> = {
  repeated: ({ holder = '' }) =>
    `has the name of ${quoted(holder)}, which comes before it; case does not tell names apart`,
  taken: ({ holder = '' }) => `has the name of ${quoted(holder)}, who is somebody else here`,
  unnamed: () => 'has no name, or one of over 150 characters',
  unreadable: ({ account }) => account.fault ?? '',
};

const WARNINGS: Readonly<Record<ImportWarning, (result: AccountImportResult) => string>> = {
  staff: () => 'has the staff role, and with it may do everything in /admin/',
  password_unverifiable: ({ account }) =>
    `cannot log in until staff set a password: ${detectEncoding(account.password) ? `its hash, ${detectEncoding(account.password)}, cannot be verified` : 'it has none'}`,
  name_untypable: () => 'cannot log in: its name has characters that nobody can see',
  first_name_cut: () => 'has a first name that was cut to 150 characters',
  email_dropped: () => 'has an e-mail address of over 254 characters, which was left out',
  characters_replaced: () => 'has characters that cannot be stored, each replaced by U+FFFD',
  join_date_unknown: () => 'has no date of joining: that of the last login or of the import was taken',
};

/** Returns the lines of the account report: counts, then skipped accounts, then warnings. */
export function accountReport({ source, users, results, isDryRun }: AccountOutcome): string[] {
  const count = (...statuses: ImportStatus[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const skipped = results.flatMap((result, index) =>
    result.status === 'new' || result.status === 'there'
      ? []
      : [`${nameOf(result, index)} ${SKIPPED[result.status](result)}.`],
  );
  const noted = results.flatMap((result, index) => notesOn(result, index, users[index]));
  return [
    `Accounts in ${visible(source)}: ${results.length}.`,
    `${isDryRun ? 'To be imported' : 'Imported'}: ${count('new')}.`,
    `Already there, imported before: ${count('there')}.`,
    ...section('Skipped', skipped),
    ...section('To be looked at', noted),
    ...lastNames(users, results),
    ...secondFactors(results),
  ];
}

function notesOn(result: AccountImportResult, index: number, user: DjangoUser | undefined): string[] {
  const isNew = result.status === 'new';
  const notes = isNew ? result.warnings.map((warning) => WARNINGS[warning](result)) : [];
  if (isNew && user?.isSuperuserOnly) notes.push('was a superuser without is_staff, and has no role here');
  if (changesFactor(result)) notes.push(...(user?.factor?.leftOut ?? []).map((factor) => `has ${factor}`));
  notes.push(...noteOnFactor(result));
  return notes.map((note) => `${nameOf(result, index)} ${note}.`);
}

function noteOnFactor({ status, factor }: AccountImportResult): string[] {
  const isImported = status === 'new' || status === 'there';
  const note = isImported && factor && FACTOR_NOTES[factor];
  return note ? [note] : [];
}

const FACTOR_NOTES: Readonly<Partial<Record<FactorOutcome, string>>> = {
  codes: 'has recovery codes alone, which were taken over: when they are used up, only staff can let it in',
  lost: 'had a second factor that was not taken over: cannot log in until staff reset it (vigia user reset-factors)',
  kept: 'has a second factor in Django and none here, where it has logged in since: it stays as it is',
};

function lastNames(users: readonly DjangoUser[], results: readonly AccountImportResult[]): string[] {
  const lost = users.filter(({ hasLastName }, index) => hasLastName && results[index]?.status === 'new').length;
  return lost === 0 ? [] : [`Last names are not kept: ${lost}.`];
}

function secondFactors(results: readonly AccountImportResult[]): string[] {
  const changed = results.filter(changesFactor);
  const lost = changed.filter(({ factor }) => factor === 'lost').length;
  const taken = changed.length - lost;
  return [
    ...(taken === 0 ? [] : [`With their second factor: ${taken}.`]),
    ...(lost === 0 ? [] : [`Closed until staff reset their second factor: ${lost}.`]),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return [`${title}: ${lines.length}.`, ...lines.map((line) => `  ${line}`)];
}

/**
 * Identifies an account for the operator by its name, or else by its position in the file, plus its key if it has one.
 */
function nameOf({ account: { id, username } }: AccountImportResult, index: number): string {
  const key = id === '' ? '' : ` (id ${visible(id)})`;
  if (username !== '') return quoted(username) + key;
  return `Account ${index + 1}${key || ' of the file'}`;
}

/** Quotes the beginning of a name, which may have been skipped for its length. */
function quoted(name: string): string {
  return `"${visible([...name].slice(0, 150).join(''))}"`;
}
