import type { OutboxAdmin, OutboxEntry } from '../../features/administration/outbox/outbox-admin.js';
import { COMMAND_LINE } from '../../platform/audit/origin.js';
import type { MessageState } from '../../platform/outbox/outbox-message.entity.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import { type Command, UsageError } from '../command.js';
import { explainMailFailure } from '../doctor/check-mail.js';
import { languageOfLocale } from '../language-of-locale.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

const list: Command = {
  name: 'mail list',
  summary: 'Lists the mails and messages to channels that wait, have failed, or were sent in the last two weeks.',
  options: { failed: { type: 'boolean', summary: 'lists only those that were given up' } },
  example: 'vigia mail list --failed',
  async run({ options }) {
    await withAccounts(async ({ outboxAdmin, mailIsOn }) => {
      const state = options.failed === true ? 'failed' : undefined;
      await printTable(HEADINGS, () => rowsOf(outboxAdmin, state));
      if (!mailIsOn) console.error('EMAIL_MODE is false: nothing is sent.');
    });
  },
};

const retry: Command = {
  name: 'mail retry',
  summary: 'Lets the service retry a failed mail for another day.',
  positionals: ['id'],
  positionalsMayLack: true,
  options: { all: { type: 'boolean', summary: 'every mail that has failed so far, instead of one' } },
  example: 'vigia mail retry 7',
  async run({ positionals: [id], options }) {
    if ((id === undefined) !== (options.all === true)) throw new UsageError('give either <id> or --all');
    await withAccounts(async ({ outboxAdmin, mailIsOn }) => {
      const count =
        id === undefined
          ? await outboxAdmin.retryAll(COMMAND_LINE)
          : await outboxAdmin.retry(id, COMMAND_LINE).then(() => 1);
      console.log(TRIED_AGAIN[count] ?? `${count} mails are tried again.`);
      if (!mailIsOn) console.error('EMAIL_MODE is false: nothing is sent until it is true.');
    });
  },
};

const test: Command = {
  name: 'mail test',
  summary: 'Sends a test mail at once, and says what the mail server answers.',
  notes: ['Works while the service does not run. The exit code is 1 unless the server takes the mail.'],
  positionals: ['address'],
  example: 'vigia mail test ana@example.com',
  async run({ positionals: [address = ''] }) {
    await withAccounts(
      async ({ mailTests }) => {
        const { server, reason, detail } = await mailTests.send(address, languageOfLocale(), COMMAND_LINE);
        if (server === null || reason === 'mail_off')
          throw new CommandFailure('EMAIL_MODE is false: nothing was sent.');
        if (reason !== null) throw new CommandFailure(explainMailFailure({ server, reason, detail }));
        console.log(`${server} took a mail to ${address}: look whether it arrives.`);
      },
      { mayCreateDatabase: true },
    );
  },
};

/** All commands about mails (contract 10). */
export const mailCommands: readonly Command[] = [list, retry, test];

const TRIED_AGAIN = ['There was nothing to try again.', 'One mail is tried again.'];

const HEADINGS = ['id', 'state', 'tries', 'queued', 'next try', 'username', 'e-mail', 'channel', 'reason'];

function formatCells({ mail, recipient, channel }: OutboxEntry): string[] {
  return [
    String(mail.id),
    mail.state,
    String(mail.tries),
    minute(mail.queuedAt),
    mail.state === 'waiting' ? minute(mail.nextTryAt) : '-',
    recipient?.username ?? '-',
    recipient?.email ?? '-',
    channel ?? '-',
    mail.reason === null ? '-' : [mail.reason, mail.detail].filter(Boolean).join(': '),
  ];
}

async function* rowsOf(outboxAdmin: OutboxAdmin, state: MessageState | undefined): AsyncIterable<readonly string[]> {
  for (let after: readonly [number] | undefined; ; ) {
    const { items, hasMore } = await outboxAdmin.page({ first: 100, after }, state);
    yield* items.map(formatCells);
    const last = items.at(-1);
    if (!hasMore || !last) return;
    after = [last.mail.id];
  }
}
