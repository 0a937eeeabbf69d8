import { rightsOf } from '../../features/accounts/users/account-rights.js';
import type { User } from '../../features/accounts/users/user.entity.js';
import type { Command } from '../command.js';
import { minute, printTable } from '../table.js';
import { withAccounts } from '../with-accounts.js';

/** `user list`: prints the accounts as a table (contract 10). */
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
    await withAccounts(({ inOrder }) => printTable(HEADINGS, () => rowsOf(inOrder(where))));
  },
};

const HEADINGS = ['username', 'e-mail', 'first name', 'active', 'staff', 'role', 'machines', 'joined', 'last login'];

async function* rowsOf(users: AsyncIterable<User>): AsyncIterable<readonly string[]> {
  for await (const user of users) yield formatCells(user);
}

function formatCells(user: User): string[] {
  const { role, machines, machineTags } = rightsOf(user);
  return [
    user.username,
    user.email,
    user.firstName,
    user.isActive ? 'yes' : 'no',
    user.isStaff ? 'yes' : 'no',
    role.toLowerCase(),
    machines === 'TAGGED' ? machineTags.join(', ') : machines.toLowerCase(),
    minute(user.dateJoined),
    user.lastLogin ? minute(user.lastLogin) : 'never',
  ];
}
