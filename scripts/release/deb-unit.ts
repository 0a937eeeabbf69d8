import { replaced } from './replaced.ts';

/** Where the Debian package has its settings. */
export const SETTINGS = '/etc/vigia/vigia.env';

/**
 * Derives the Debian package's unit from `deploy/vigia.service`: its paths, and a user that stays, because commands act
 * as that user too. Node.js reads the settings in place of systemd, so that service and command line read them alike.
 */
export function debUnit(unit: string): string {
  return replaced(unit, [
    ['file:///opt/vigia/docs/', 'file:///usr/share/doc/vigia/docs/'],
    [/# On anything but .*/, `# Settings are in ${SETTINGS}.`],
    [
      'ExecStart=/opt/vigia/node_modules/.bin/node dist/main.js',
      `ExecStart=/usr/lib/vigia/node --env-file-if-exists=${SETTINGS} /usr/lib/vigia/bin/vigia.js`,
    ],
    ['WorkingDirectory=/opt/vigia', 'WorkingDirectory=/var/lib/vigia'],
    ['# Settings as in .env.example; the file is optional.\nEnvironmentFile=-/etc/vigia.env\n', ''],
    [
      '# A user that exists only while the service runs and can write only to /var/lib/vigia.\nDynamicUser=yes',
      '# It can write only to /var/lib/vigia.\nUser=vigia\nGroup=vigia',
    ],
  ]);
}
