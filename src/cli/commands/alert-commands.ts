import { CommandFailure } from '../../shared/errors/command-failure.js';
import type { Command } from '../command.js';
import { printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

const list: Command = {
  name: 'alert list',
  summary: 'Lists the alert rules and their state on each host.',
  example: 'vigia alert list',
  async run() {
    await withAccounts(async (accounts) => {
      const { openAlerts } = await import('../open-alerts.js');
      const { rules } = openAlerts(accounts);
      await printTable(['id', 'name', 'severity', 'active', 'stands', 'expression'], () => rowsOf(rules()));
    });
  },
};

const test: Command = {
  name: 'alert test',
  summary: 'Evaluates a rule on the newest stored sample of each of its hosts, and prints the readings.',
  notes: [
    'Changes nothing and notifies nobody: "vigia channel test" sends a test through a channel.',
    'On SQLite the newest minute is still in the memory of the service.',
  ],
  positionals: ['rule'],
  example: 'vigia alert test "Disco quase cheio"',
  async run({ positionals: [name = ''] }) {
    await withAccounts(async (accounts) => {
      const { openAlerts } = await import('../open-alerts.js');
      const found = await openAlerts(accounts).test(name);
      if (!found) throw new CommandFailure(`There is no rule ${JSON.stringify(name)}: see "vigia alert list".`);
      console.log(found.expression);
      for (const { host, result, at, comparisons } of found.hosts) {
        console.log(`\n${host}: ${result}${at ? `, by the sample of ${at}` : ', as no sample is stored'}`);
        await printTable(['comparison', 'is', 'now'], async function* () {
          yield* comparisons.map(({ text, value, bit }) => [text, value, bit === 1 ? 'true' : 'false']);
        });
      }
    });
  },
};

/** All commands about alerts (contract 12). */
export const alertCommands: readonly Command[] = [list, test];

interface ListedRule {
  readonly id: number;
  readonly name: string;
  readonly severity: string;
  readonly isActive: boolean;
  /** The states of the rule's hosts, e.g. `FIRING 1, OK 3`. */
  readonly stands: string;
  readonly expression: string;
}

async function* rowsOf(rules: AsyncIterable<ListedRule>): AsyncIterable<readonly string[]> {
  for await (const { id, name, severity, isActive, stands, expression } of rules) {
    yield [String(id), name, severity, isActive ? 'yes' : 'no', stands || '-', expression];
  }
}
