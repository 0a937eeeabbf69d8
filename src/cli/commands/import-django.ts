import { prepareDataDir } from '../../settings/data-dir.js';
import { processEnvironment } from '../../settings/environment.js';
import { readSettings } from '../../settings/settings.js';
import type { Command, CommandArguments } from '../command.js';
import { withAccounts } from '../with-accounts.js';

/** Imports accounts from the Django application that Vigia replaces (contract 10). */
export const importDjango: Command = {
  name: 'import-django',
  summary:
    'Imports the accounts of a Django application, with their passwords and second factors, and its terms of use.',
  notes: [
    'The file is its SQLite database, or the output of manage.py dumpdata --output. It is only read. No mail is sent.',
    'It can be run again: earlier imports stay unchanged. Names that are already taken here are skipped and reported.',
    'Accounts whose second factor cannot be imported are listed, and stay closed until vigia user reset-factors.',
  ],
  positionals: ['file'],
  options: {
    'dry-run': { type: 'boolean', summary: 'reports the outcome without writing anything' },
    users: { type: 'string', summary: 'the table or model of the users, if it is ambiguous' },
    terms: { type: 'string', summary: 'the same for the versions of the terms of use' },
  },
  example: 'vigia import-django /srv/django/db.sqlite3 --dry-run',
  async run({ positionals: [file = ''], options }: CommandArguments) {
    const settings = readSettings(processEnvironment());
    const { openDjango } = await import('../../import-django/open-django.js');
    const { importAll } = await import('../../import-django/import-all.js');
    await prepareDataDir(settings);
    const named = (option: string) => (typeof options[option] === 'string' ? options[option] : undefined);
    const isDryRun = options['dry-run'] === true;
    const django = await openDjango(file, settings.dataDir, { users: named('users'), terms: named('terms') });
    try {
      const report = await withAccounts(
        ({ em, audit, clock, totpSecrets }) => importAll(django, { em, audit, clock, totpSecrets }, { isDryRun }),
        { mayCreateDatabase: true, changesNothing: isDryRun },
      );
      for (const line of report) console.log(line);
    } finally {
      django.close();
    }
  },
};
