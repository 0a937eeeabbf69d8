import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { writeExampleAlerts } from './example-alerts.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Username, first name, e-mail, staff, active, account age in days. */
const USERS = [
  ['bia', 'Beatriz', 'bia@example.com', 1, 1, 210],
  ['joao.silva', 'João', 'joao.silva@universidade.example', 0, 1, 95],
  ['ze', 'Zé', 'ze@example.org', 0, 0, 40],
  [`maria_${'clara'.repeat(28)}-150`, 'Maria Clara', `${'m'.repeat(60)}@example.com`, 0, 1, 12],
  ['professora+redes@example.edu', 'Professora de Redes de Computadores', 'redes@example.edu', 0, 1, 3],
] as const;

const TERMS = `# Termos de uso

O Vigia mostra como está esta máquina e converte números. Ao usá-lo, você concorda com o que segue.

## O que guardamos

- Seu **nome**, seu nome de usuário e seu e-mail.
- De onde e quando você entrou, por um ano.
- O que a máquina mediu. Nada disso diz respeito a você.

## O que você pode fazer

1. Ler e converter o que quiser.
2. Chamar a API com um token seu, dentro dos [limites](https://example.com/limites).
3. Encerrar suas sessões a qualquer hora, na sua conta.

> Quem administra pode desativar uma conta que atrapalhe as outras.

## O que pedimos

Não tente entrar na conta de outra pessoa. Depois de cinco senhas erradas, o nome fica bloqueado por dez minutos.

`;

/** Creates the database with a staff member and fills it like that of an installation after a few months. */
export function writeExampleData(dataDir: string, staff: { username: string; password: string }): void {
  const made = spawnSync(
    process.execPath,
    ['dist/main.js', 'user', 'create', staff.username, '--email', 'chefe@example.com', '--first-name', 'chefe'].concat(
      '--staff',
      '--password-stdin',
    ),
    { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }, input: `${staff.password}\n`, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'));
  const now = Date.now();
  database.transaction(() => {
    writeUsers(database, now);
    writeTerms(database, now);
    writeDomains(database, now);
    writeMails(database, now);
    writeEvents(database, now);
    writeExampleAlerts(database, now);
  })();
  database.close();
}

function writeUsers(database: SqliteDatabase.Database, now: number): void {
  const user = database.prepare(
    `insert into users (username, username_key, first_name, email, password, is_active, is_staff, date_joined, last_login)
     values (@name, @name, @firstName, @email, '', @isActive, @isStaff, @joined, @lastLogin)`,
  );
  const session = database.prepare(
    `insert into sessions (id, user_id, created_at, expires_at, address, user_agent)
     values (@id, @user, @at, @until, '2001:db8:85a3:8d3:1319:8a2e:370:7348', @agent)`,
  );
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
  for (const [name, firstName, email, isStaff, isActive, days] of USERS) {
    const joined = now - days * DAY_MS;
    const lastLogin = days > 5 ? now - days * 100 * MINUTE_MS : null;
    const { lastInsertRowid: id } = user.run({ name, firstName, email, isStaff, isActive, joined, lastLogin });
    if (lastLogin === null || !isActive) continue;
    session.run({ id: String(id).padStart(64, '0'), user: id, at: lastLogin, until: lastLogin + 14 * DAY_MS, agent });
  }
}

function writeTerms(database: SqliteDatabase.Database, now: number): void {
  const version = database.prepare(
    'insert into terms_versions (content, created_at, updated_at, is_active) values (?, ?, ?, ?)',
  );
  const begun = now - 200 * DAY_MS;
  version.run(TERMS.replace('cinco', 'dez'), begun, begun, 1);
  version.run(`${TERMS}${chapters()}`, now - 20 * DAY_MS, now - 2 * DAY_MS, 1);
  version.run(TERMS.replaceAll('Vigia', 'serviço'), now - DAY_MS, now - DAY_MS, 0);
}

/** Returns text long enough for a page that scrolls. */
function chapters(): string {
  const paragraph = 'Mudanças valem na hora em que aparecem aqui, e você é avisado da próxima vez que abrir o Vigia. ';
  return Array.from({ length: 12 }, (_, at) => `## Parte ${at + 1}\n\n${paragraph.repeat(4)}\n`).join('\n');
}

function writeDomains(database: SqliteDatabase.Database, now: number): void {
  const domain = database.prepare('insert into blocked_domains (domain, added_at, added_by) values (?, ?, ?)');
  domain.run('correio-temporario.example', now - 30 * DAY_MS, 'bia');
  domain.run(`${'subdominio-muito-longo.'.repeat(6)}example`, now - DAY_MS, 'chefe');
}

function writeMails(database: SqliteDatabase.Database, now: number): void {
  const mail = database.prepare(
    `insert into outbox_messages
       (message_id, user_id, language, queued_at, state, tries, next_try_at, tried_until, settled_at, reason, detail)
     values (@id, @user, 'pt', @queued, @state, @tries, @next, @until, @settled, @reason, @detail)`,
  );
  const rows = [
    { user: 2, state: 'failed', tries: 9, reason: 'login_refused', detail: 'AUTH XOAUTH2: 535 5.7.8 Not accepted' },
    { user: 3, state: 'failed', tries: 1, reason: 'refused', detail: 'RCPT TO: 550 5.1.1 No such user here' },
    { user: 5, state: 'failed', tries: 4, reason: 'too_slow', detail: '' },
    { user: 6, state: 'waiting', tries: 2, reason: 'no_connection', detail: 'ECONNREFUSED' },
    { user: 4, state: 'sent', tries: 1, reason: null, detail: '' },
  ];
  rows.forEach((row, at) => {
    const queued = now - (at + 2) * DAY_MS;
    const settled = row.state === 'waiting' ? null : queued + DAY_MS;
    mail.run({
      ...row,
      id: `<${at}@example.com>`,
      queued,
      settled,
      next: now + 30 * MINUTE_MS,
      until: queued + DAY_MS,
    });
  });
}

function writeEvents(database: SqliteDatabase.Database, now: number): void {
  const event = database.prepare(
    `insert into authentication_events
       (at, event, result, door, address, username, username_key, actor, actor_key, before, after)
     values (@at, @event, @result, @door, @address, @name, @name, @actor, @actor, @before, @after)`,
  );
  const plain = { result: 'success', door: 'graphql', address: '203.0.113.9', name: '', actor: '' };
  const none = { before: null, after: null };
  const rows = [
    { ...none, event: 'login', result: 'failure', door: 'form', name: `intruso_${'x'.repeat(142)}` },
    { ...none, event: 'login', result: 'locked_out', door: 'token', name: 'joao.silva' },
    { ...none, event: 'register', door: 'form', name: 'ze' },
    {
      ...none,
      event: 'deactivate',
      actor: 'bia',
      name: 'ze',
      before: '{"isActive":true}',
      after: '{"isActive":false}',
    },
    { ...none, event: 'domain_block', actor: 'chefe', after: '{"domain":"correio-temporario.example"}' },
    { ...none, event: 'terms_update', actor: 'bia', before: texts('dez'), after: texts('cinco') },
    { ...none, event: 'staff_grant', door: 'cli', address: '', name: 'bia', actor: 'root' },
  ];
  // Dates the rows in the days before the first picture, newest last.
  rows.forEach((row, at) => {
    event.run({ ...plain, ...row, at: now - (rows.length - at) * 300 * MINUTE_MS });
  });
}

function texts(count: string): string {
  return JSON.stringify({ version: 2, content: `Depois de ${count} senhas erradas, o nome fica bloqueado.` });
}
