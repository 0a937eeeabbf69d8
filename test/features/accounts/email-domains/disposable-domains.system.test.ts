import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DisposableDomains } from '../../../../src/features/accounts/email-domains/disposable-domains.js';
import { startProgram } from '../../../support/processes/running-service.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

function withAdditions(text: string) {
  const file = join(temporaryFolder(), 'domains.txt');
  writeFileSync(file, text);
  const warnings: object[] = [];
  const logger = { log: (_level: string, message: string, fields?: object) => warnings.push({ message, ...fields }) };
  return { file, warnings, domains: new DisposableDomains({ additions: file, logger }) };
}

describe('domains of disposable mail (contract 3)', () => {
  const { blocks } = { blocks: (domain: string) => withAdditions('').domains.blocks(domain) };

  test.each([
    'mailinator.com',
    'MAILINATOR.com',
    'a.b.mailinator.com',
    'mailinator.com.',
    'ｍａｉｌｉｎａｔｏｒ.com',
    'mailinator。com',
  ])('%s is one', (domain) => {
    expect(blocks(domain)).toBe(true);
  });

  test.each(['example.com', 'gmail.com', 'notmailinator.example', 'mailinator.com.br.example', 'com', '', '..', 'a b'])(
    '%j is none',
    (domain) => {
      expect(blocks(domain)).toBe(false);
    },
  );

  test('the operator’s file adds to them, however it is written', () => {
    const { domains, warnings } = withAdditions(
      '\ufeff# ours\r\nThrowaway.Example # why\r\n\r\n@at.example\r\n*.star.example\r\n.dot.example\r\nbücher.example\r\nnot a domain\r\nxn--mnchen-3ya.example\r\n10.0.0.1\r\n-.example\r\nexample',
    );
    for (const domain of ['throwaway.example', 'x.at.example', 'star.example', 'dot.example']) {
      expect([domain, domains.blocks(domain)]).toEqual([domain, true]);
    }
    expect(domains.blocks('xn--bcher-kva.example')).toBe(true);
    expect(domains.blocks('MÜNCHEN.example')).toBe(true);
    expect(domains.blocks('mailinator.com')).toBe(true);
    expect(domains.blocks('example')).toBe(false);
    const lines = [8, 10, 11, 12];
    expect(warnings).toEqual(
      lines.map((line) => ({ message: 'A line of a list is not a domain', file: expect.any(String), line })),
    );
    expect(domains.blocks('a.-.example')).toBe(false);
  });

  test('a changed file counts at once, also one that was replaced', () => {
    const { file, domains } = withAdditions('one.example\n');
    expect(domains.blocks('two.example')).toBe(false);
    writeFileSync(file, 'two.example\n# longer\n');
    expect(domains.blocks('two.example')).toBe(true);
    expect(domains.blocks('one.example')).toBe(false);
    writeFileSync(`${file}.new`, 'six.example\n# longer\n');
    renameSync(`${file}.new`, file);
    expect(domains.blocks('six.example')).toBe(true);
  });

  test('a file that is gone holds as it was, with one warning, and counts again when it is back', () => {
    const { file, domains, warnings } = withAdditions('one.example\n');
    rmSync(file);
    expect(domains.blocks('one.example')).toBe(true);
    expect(domains.blocks('one.example')).toBe(true);
    expect(warnings).toHaveLength(1);
    writeFileSync(file, 'two.example\n');
    expect(domains.blocks('two.example')).toBe(true);
    expect(domains.blocks('one.example')).toBe(false);
  });

  test('registration rejects them beside the field', async () => {
    const app = await createTestApp();
    const form = { first_name: 'ana', username: 'ana', password1: PASSWORD, password2: PASSWORD };
    for (const email of ['ana@mailinator.com', 'ana@x.MAILINATOR.com', 'ana@ｍａｉｌｉｎａｔｏｒ.com']) {
      const answer = await app
        .browser()
        .submit('/accounts/registrar/', { ...form, email }, { accept: 'application/json' });
      expect([answer.status, answer.json()]).toEqual([
        400,
        { errors: { email: ['Endereços descartáveis não são aceitos. Use o seu e-mail de sempre.'] } },
      ]);
    }
    const dotted = await app.browser().submit('/accounts/registrar/', { ...form, email: 'ana@mailinator.com.' });
    expect(dotted.status).toBe(200);
  });

  test('a file that cannot be read stops the start with one line that names the setting', async () => {
    const folder = temporaryFolder();
    const program = startProgram(process.execPath, ['dist/main.js'], {
      DATA_DIR: join(folder, 'data'),
      DISPOSABLE_DOMAINS_FILE: join(folder, 'missing.txt'),
    });
    expect(await program.ended).toBe(1);
    expect(program.lines.filter((line) => line.includes('DISPOSABLE_DOMAINS_FILE cannot be used'))).toHaveLength(1);
  });
});
