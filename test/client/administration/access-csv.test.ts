import { expect, test } from 'vitest';
import { readAccessCsv, writeAccessCsv } from '../../../client/src/features/administration/users/access/access-csv.js';

test('lines that name accounts alone are one group, without rights of their own', () => {
  expect(readAccessCsv('ana\n\nbia\r\n caio ')).toEqual([{ usernames: ['ana', 'bia', 'caio'], rights: undefined }]);
});

test('what was written is read again, grouped by rights', () => {
  const of = (username: string, machines: string, machineTags: string[]) =>
    ({ username, role: 'MEMBER', machines, machineTags }) as never;
  const csv = writeAccessCsv([of('ana', 'TAGGED', ['web', 'a "b"']), of('bia', 'NONE', []), of('caio', 'NONE', [])]);
  expect(csv.split('\r\n')[0]).toBe('username,role,machines,tags');
  expect(readAccessCsv(csv)).toEqual([
    { usernames: ['ana'], rights: { role: 'MEMBER', machines: 'TAGGED', tags: 'web, a "b"' } },
    { usernames: ['bia', 'caio'], rights: { role: 'MEMBER', machines: 'NONE', tags: '' } },
  ]);
});

test('a line with an unknown word is named by its number', () => {
  expect(readAccessCsv('username,role,machines,tags\nana,MEMBER,ALL,\nbia,BOSS,ALL,')).toBe(3);
});
