import { TRUTH_FIGURES, type TruthNames } from './truth-names.js';
import type { TruthTable } from './truth-table.js';

/** Formats a truth table as CSV (RFC 4180), with a column for each variable and each subexpression. */
export function tableAsCsv(table: TruthTable, names: TruthNames = TRUTH_FIGURES): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return formatCells(table, names)
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('');
}

/** Formats a truth table as Markdown. */
export function tableAsMarkdown(table: TruthTable, names: TruthNames = TRUTH_FIGURES): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |\n`;
  const [head = [], ...rows] = formatCells(table, names);
  return [line(head), `|${' :-: |'.repeat(head.length)}\n`, ...rows.map(line)].join('');
}

/** Escapes bars, which separate cells, and signs that would produce italic or bold text. */
function escaped(cell: string): string {
  return cell.replace(/[\\|*_~^]/g, (sign) => `\\${sign}`);
}

function formatCells({ expression, variables, columns, rows }: TruthTable, names: TruthNames): string[][] {
  const hasColumns = columns.length > 0;
  const head = hasColumns ? columns.map((column) => column.expression) : [expression];
  return [
    [...variables, ...head],
    ...rows.map(({ inputs, values, result }) =>
      [...inputs, ...(hasColumns ? values : [result])].map((bit) => names[bit]),
    ),
  ];
}
