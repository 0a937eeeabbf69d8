import type { ShownChannel } from '../../features/alerts/channels/channel-shapes.js';
import { failureText } from '../../features/alerts/channels/delivery/failure-text.js';
import { COMMAND_LINE } from '../../platform/audit/origin.js';
import { CommandFailure } from '../../shared/errors/command-failure.js';
import type { Command } from '../command.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

const list: Command = {
  name: 'channel list',
  summary: 'Lists the alert channels with their waiting and failed messages.',
  example: 'vigia channel list',
  async run() {
    await withAccounts(async (accounts) => {
      const { channels, channelShapes } = await (await import('../open-channels.js')).openChannels(accounts);
      // One page is enough for all channels.
      const { items } = await channels.page({ first: 100, after: undefined });
      const shown = await channelShapes.of(items, { isStaff: true });
      await printTable(HEADINGS, async function* () {
        yield* shown.map(formatCells);
      });
    });
  },
};

const test: Command = {
  name: 'channel test',
  summary:
    'Sends a test through a channel now and prints the answer of its provider; exits with 1 if it was not delivered.',
  positionals: ['name'],
  example: 'vigia channel test "Operations"',
  async run({ positionals: [name = ''] }) {
    await withAccounts(async (accounts) => {
      const { channels, channelTests } = await (await import('../open-channels.js')).openChannels(accounts);
      const { reason, answer, durationMs } = await channelTests.test(await channels.named(name), COMMAND_LINE);
      if (reason) throw new CommandFailure(`Not delivered. ${failureText(reason, answer, 'en')}`);
      console.log([`Delivered in ${durationMs} ms.`, answer].filter(Boolean).join(' '));
    });
  },
};

/** All commands about channels (contract 12). */
export const channelCommands: readonly Command[] = [list, test];

const HEADINGS = ['name', 'kind', 'address', 'active', 'problem', 'waiting', 'failed', 'last delivery'];

function formatCells({ name, kind, address, isActive, problem, waiting, failed, ...shown }: ShownChannel): string[] {
  const { lastDelivery: last } = shown;
  const delivery = last ? [minute(new Date(last.at)), last.state, last.detail].filter(Boolean).join(' ') : '-';
  const state = [isActive ? 'yes' : 'no', problem?.toLowerCase().replaceAll('_', ' ') ?? '-'];
  return [name, kind, address || '-', ...state, String(waiting), String(failed), delivery];
}
