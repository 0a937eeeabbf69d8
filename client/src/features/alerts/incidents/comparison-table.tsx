import type { Columns } from '../../../components/lists/columns';
import { RecordTable } from '../../../components/lists/record-table';
import { t } from '../../../lib/i18n/t';
import { wordsOfComparison } from './comparison-words';
import { figureOf } from './incident-words';
import type { IncidentComparison } from './incidents.operations';

/** Readings for each comparison: just before the rule fired, when it fired, and at their worst. */
export function ComparisonTable({ comparisons }: { comparisons: readonly IncidentComparison[] }) {
  return <RecordTable label={t('ui.incidents.figuresTitle')} items={comparisons} columns={columns()} />;
}

function columns(): Columns<IncidentComparison> {
  return {
    keyOf: ({ text }) => text,
    title: { name: t('ui.incidents.comparison'), cell: ({ text, fileSystem }) => wordsOfComparison(text, fileSystem) },
    after: [
      { name: t('ui.incidents.before'), width: '18%', cell: ({ before, unit }) => figureOf(before, unit) },
      { name: t('ui.incidents.atStart'), width: '18%', cell: ({ atStart, unit }) => figureOf(atStart, unit) },
      { name: t('ui.incidents.peak'), width: '18%', cell: ({ peak, unit }) => figureOf(peak, unit) },
    ],
  };
}
