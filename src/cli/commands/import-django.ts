import { prepareDataDir } from '../../settings/data-dir.js';
import { processEnvironment } from '../../settings/environment.js';
import { readSettings } from '../../settings/settings.js';
import type { Command, CommandArguments } from '../command.js';
import { withAccounts } from '../with-accounts.js';

/** Imports accounts from the Django application that Vigia replaces (contract 10). */
export const importDjango: Command = {
  name: 'import-django',
  summary:
    'Takes over the accounts of a Django application, with their passwords and second factors, and its terms of use.',
  notes: [
    'The file is its SQLite database, or what manage.py dumpdata --output has written. It is only read. No mail is sent.',
    'It may be run again: what was imported before stays as it is. Names that others have here are skipped and reported.',
    'An account whose second factor cannot be taken over is named, and stays closed until vigia user reset-factors.',
  ],
  positionals: ['file'],
  options: {
    'dry-run': { type: 'boolean', summary: 'reports what would be done, and writes nothing' },
    users: { type: 'string', summary: 'the table or model of the users, where several may be meant' },
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
