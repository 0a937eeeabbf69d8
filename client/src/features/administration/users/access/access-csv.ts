import type { MachineAccess, Rights, Role } from '../../parts/rights';
import type { User } from '../users.operations';

/** Accounts that get the same rights. */
export interface RightsGroup {
  readonly usernames: readonly string[];
  /** Undefined if the lines name accounts only. */
  readonly rights: Rights | undefined;
}

const COLUMNS = ['username', 'role', 'machines', 'tags'] as const;
const ROLES: readonly string[] = ['MEMBER', 'OPERATOR', 'STAFF'] satisfies Role[];
const MACHINES: readonly string[] = ['ALL', 'TAGGED', 'NONE'] satisfies MachineAccess[];

/**
 * Reads lines with a username each, or CSV with the columns of {@link writeAccessCsv}, and groups them by rights.
 *
 * @returns the groups, or the number of the first line that cannot be read, from 1.
 */
export function readAccessCsv(text: string): readonly RightsGroup[] | number {
  const groups = new Map<string, RightsGroup>();
  for (const [index, cells] of readCells(text).entries()) {
    const [username = '', role = '', machines = '', tags = ''] = cells.map((cell) => cell.trim());
    if (username === '' || (index === 0 && username.toLowerCase() === COLUMNS[0] && role !== '')) continue;
    const rights = readRights(role.toUpperCase(), machines.toUpperCase(), tags);
    if (rights === null) return index + 1;
    const key = JSON.stringify(rights ?? null);
    const usernames = [...(groups.get(key)?.usernames ?? []), username];
    groups.set(key, { usernames, rights });
  }
  return [...groups.values()];
}

/** Writes the rights of accounts as CSV (RFC 4180). */
export function writeAccessCsv(users: readonly User[]): string {
  const rows = users.map(({ username, role, machines, machineTags }) => [
    username,
    role ?? '',
    machines ?? '',
    (machineTags ?? []).join(', '),
  ]);
  return [COLUMNS, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

/** Returns undefined for a line without rights, null for one that is not valid. */
function readRights(role: string, machines: string, tags: string): Rights | undefined | null {
  if (role === '' && machines === '') return undefined;
  if (!ROLES.includes(role) || (machines !== '' && !MACHINES.includes(machines))) return null;
  return { role: role as Role, machines: (machines || 'POLICY') as Rights['machines'], tags };
}

/** Quotes cells that need it, and those that a spreadsheet would take for a formula. */
function quote(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Splits CSV into lines of cells. Quoted cells may contain commas, quotes and line breaks. */
function readCells(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain = '', end] of text.replace(/^\ufeff/, '').matchAll(CELL)) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(cells);
    cells = [];
    if (end === '') break;
  }
  return lines;
}

/** A cell, quoted or not, and what ends it: a comma, a line break, or the end of the text. */
const CELL = /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/g;
