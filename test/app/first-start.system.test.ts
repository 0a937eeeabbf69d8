import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SetupLink } from '../../src/features/accounts/setup/setup-link.entity.js';
import { openTestDatabase } from '../support/databases/databases.js';
import { Browser } from '../support/http/browser.js';
import { commandLine } from '../support/processes/command-line.js';
import { freePort } from '../support/processes/free-port.js';
import { hasPseudoTerminal, startOnTerminal } from '../support/processes/pseudo-terminal.js';
import { NODE_COMPILE_CACHE, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { PASSWORD } from '../support/test-app.js';

const SETUP = '/accounts/primeira-conta/';
const FORM = { first_name: 'Ana', username: 'ana', email: 'ana@example.com', password1: PASSWORD, password2: PASSWORD };
const CTRL_C = '\x03';

/** Starts the service on a terminal and waits until it has said everything. */
async function startByPerson(environment: Record<string, string>) {
  const terminal = startOnTerminal([process.execPath, 'dist/main.js'], { NODE_COMPILE_CACHE, ...environment });
  await terminal.whenShown('Vigia is ready');
  return terminal;
}

describe.runIf(hasPseudoTerminal)('a first start on a terminal (decision 098)', () => {
  test('says the address and the data in words, and ends with a link to the account that may do everything', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const port = await freePort();
    const baseUrl = `http://localhost:${port}`;
    const environment = { DATA_DIR: dataDir, PORT: String(port) };
    const first = await startByPerson(environment);
    await first.whenShown('setup --link');
    const screen = first.screen();
    expect(screen).toMatch(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d info {4}Vigia is ready at ${baseUrl} {2}data: ${dataDir} {2}database: `, 'm'),
    );
    expect(screen).not.toContain('"message"');
    const links = screen.match(/http\S+codigo=\S+/g) ?? [];
    expect(links).toEqual([expect.stringMatching(new RegExp(`^${baseUrl}${SETUP}\\?codigo=[\\w-]{43}$`))]);

    const browser = new Browser(baseUrl);
    await browser.get(links[0] ?? '');
    expect((await browser.submit(SETUP, FORM)).headers.get('location')).toBe('/');
    expect((await browser.get('/admin/')).status).toBe(200);
    first.type(CTRL_C);
    expect(await first.ended).toBe(0);

    const second = await startByPerson(environment);
    second.type(CTRL_C);
    expect(await second.ended).toBe(0);
    expect(second.screen()).not.toMatch(/codigo=|staff role/);
  });

  test('keeps JSON where that is set, and shows the link beside it', async () => {
    const environment = { DATA_DIR: join(temporaryFolder(), 'data'), LOG_FORMAT: 'json' };
    const terminal = await startByPerson({ ...environment, PORT: String(await freePort()) });
    await terminal.whenShown('setup --link');
    terminal.type(CTRL_C);
    await terminal.ended;
    const lines = terminal
      .screen()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line).message)).toContainEqual(expect.stringMatching(/^Vigia is ready/));
    expect(terminal.screen()).toMatch(/^ {2}http\S+codigo=[\w-]{43}$/m);
  });
});

describe('a first start elsewhere (decision 098)', () => {
  test('says the command in its log, and makes no credential', async () => {
    const { lines, line, dataDir, baseUrl } = await startService();
    expect(JSON.parse(await line(/No account has the staff role/))).toMatchObject({
      level: 'warn',
      make: 'npm run vigia -- setup',
      give: 'npm run vigia -- user staff <username>',
    });
    const ready = lines.findIndex((text) => text.includes('Vigia is ready'));
    expect(JSON.parse(lines[ready] ?? '')).toMatchObject({ data: dataDir, database: join(dataDir, 'vigia.sqlite') });
    expect(lines.findIndex((text) => text.includes('staff role'))).toBe(ready + 1);
    expect(lines.join('\n')).not.toMatch(/codigo=|primeira-conta/);
    const { em } = await openTestDatabase({ kind: 'sqlite', file: join(dataDir, 'vigia.sqlite') });
    expect(await em.fork().count(SetupLink)).toBe(0);

    const { out } = await commandLine(dataDir).run(['setup', '--link']);
    const browser = new Browser(baseUrl);
    await browser.get(out.trim());
    expect((await browser.submit(SETUP, FORM)).headers.get('location')).toBe('/');
    expect(lines.join('\n')).not.toMatch(/codigo=/);
  });
});
