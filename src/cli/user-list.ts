import { User } from '../accounts/user.entity.js';
import type { UnitOfWork } from '../db/database.js';
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
    await withAccounts(({ database: { em } }) => printTable(em, where));
  },
};

type Wanted = Partial<Pick<User, 'isStaff' | 'isActive'>>;

const HEADINGS = ['username', 'e-mail', 'first name', 'active', 'staff', 'joined', 'last login'];

/** Lines with aligned columns, a heading first. Accounts are read twice, so that few are in memory at once. */
async function printTable(em: UnitOfWork, where: Wanted): Promise<void> {
  let widths = HEADINGS.map((heading) => heading.length);
  for await (const user of accounts(em, where)) {
    const cells = cellsOf(user);
    widths = widths.map((width, column) => Math.max(width, cells[column]?.length ?? 0));
  }
  printLine(HEADINGS, widths);
  for await (const user of accounts(em, where)) printLine(cellsOf(user), widths);
}

/** As many accounts as are in memory at once. */
const PAGE_SIZE = 500;

async function* accounts(em: UnitOfWork, where: Wanted): AsyncGenerator<User> {
  for (let after = ''; ; ) {
    const page = await em
      .fork()
      .find(
        User,
        { ...where, ...(after && { usernameKey: { $gt: after } }) },
        { orderBy: { usernameKey: 'asc' }, limit: PAGE_SIZE, disableIdentityMap: true },
      );
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.usernameKey;
  }
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
