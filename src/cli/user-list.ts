import type { User } from '../accounts/user.entity.js';
import type { Command } from './command.js';
import { visible } from './visible.js';
import { withAccounts } from './with-accounts.js';

/** Lists accounts (contract §10). */
export const userList: Command = {
  name: 'user list',
  summary: 'Lists all accounts, in the order of their names.',
  options: {
    staff: { type: 'boolean', summary: 'only those with the staff role' },
    inactive: { type: 'boolean', summary: 'only those that may not log in' },
  },
  example: 'vigia user list --staff',
  async run({ options }) {
    const where = { ...(options.staff && { isStaff: true }), ...(options.inactive && { isActive: false }) };
    await withAccounts(({ inOrder }) => printTable(() => inOrder(where)));
  },
};

const HEADINGS = ['username', 'e-mail', 'first name', 'active', 'staff', 'joined', 'last login'];

/** Lines with aligned columns, a heading first. Accounts are read twice, so that few are in memory at once. */
async function printTable(accounts: () => AsyncIterable<User>): Promise<void> {
  let widths = HEADINGS.map((heading) => heading.length);
  for await (const user of accounts()) {
    const cells = cellsOf(user);
    widths = widths.map((width, column) => Math.max(width, cells[column]?.length ?? 0));
  }
  printLine(HEADINGS, widths);
  for await (const user of accounts()) printLine(cellsOf(user), widths);
}

function cellsOf(user: User): string[] {
  return [
    visible(user.username),
    visible(user.email),
    visible(user.firstName),
    user.isActive ? 'yes' : 'no',
    user.isStaff ? 'yes' : 'no',
    minute(user.dateJoined),
    user.lastLogin ? minute(user.lastLogin) : 'never',
  ];
}

function printLine(cells: readonly string[], widths: readonly number[]): void {
  const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  console.log(padded.join('  ').trimEnd());
}

/** In UTC. */
function minute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
