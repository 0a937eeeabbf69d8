import {
  type AlertExpression,
  parseAlertExpression,
} from '../../../../../src/features/alerts/rules/expression/alert-expression';
import type { Comparison, Quantity } from '../../../../../src/features/alerts/rules/expression/atoms';
import type { FigureName } from '../../../../../src/features/alerts/rules/figures';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { mapConditions } from '../parts/map-conditions';
import { formatLength, formatQuantity } from '../rules/format-quantity';

const figures = {
  ...mapConditions(({ subject }) => subject),
  disk: 'ui.incidents.figures.disk',
  load1: 'ui.incidents.figures.load1',
  load5: 'ui.incidents.figures.load5',
  load15: 'ui.incidents.figures.load15',
  uptime: 'ui.incidents.figures.uptime',
  away: 'ui.incidents.figures.away',
} as const satisfies Record<FigureName, MessageKey>;

const windows = {
  avg: 'ui.incidents.windows.avg',
  min: 'ui.incidents.windows.min',
  max: 'ui.incidents.windows.max',
  rise: 'ui.incidents.windows.rise',
} as const;

const operators = {
  '>': 'ui.incidents.operators.above',
  '>=': 'ui.incidents.operators.atLeast',
  '<': 'ui.incidents.operators.below',
  '<=': 'ui.incidents.operators.atMost',
} as const;

/**
 * Describes a rule that is a single comparison, e.g. `CPU acima de 90%`; undefined for any other rule. Names the file
 * system that was read, if known.
 */
export function wordsOfExpression(text: string, fileSystem?: string | null): string | undefined {
  const parsed = readable(text);
  const [atom] = parsed?.atoms ?? [];
  return parsed?.expression.kind === 'VARIABLE' && atom?.kind === 'comparison' ? wordsOf(atom, fileSystem) : undefined;
}

/** Describes a comparison in words; returns it unchanged if it cannot be parsed. */
export function wordsOfComparison(text: string, fileSystem?: string | null): string {
  return wordsOfExpression(text, fileSystem) ?? text;
}

function readable(text: string): AlertExpression | undefined {
  const parsed = parseAlertExpression(text);
  return isUnreadable(parsed) ? undefined : parsed;
}

function wordsOf({ quantity, operator, limit, unit }: Comparison, fileSystem?: string | null): string {
  return t(operators[operator], {
    what: quantityWords(quantity, fileSystem),
    limit: withoutZeros(formatQuantity(limit, unit)),
  });
}

/** Strips trailing zeros: nobody writes `90,0%` for a limit of 90. */
function withoutZeros(figure: string): string {
  return figure.replace(/[.,]0+(?=\D|$)/, '');
}

function quantityWords(quantity: Quantity, fileSystem?: string | null): string {
  const { name } = quantity;
  const path = quantity.path ?? fileSystem;
  const figure = path ? t('ui.incidents.figures.fileSystem', { path }) : t(figures[name]);
  if (quantity.kind === 'figure') return figure;
  return t(windows[quantity.function], { figure, time: formatLength(quantity.windowMs / 1000) });
}
