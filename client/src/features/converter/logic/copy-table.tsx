import { tableAsCsv, tableAsMarkdown } from '../../../../../src/features/conversion/rules/logic/table-text';
import type { TruthNames } from '../../../../../src/features/conversion/rules/logic/truth-names';
import type { TruthTable } from '../../../../../src/features/conversion/rules/logic/truth-table';
import { CopyButton } from '../../../components/copy-button';
import { t } from '../../../lib/i18n/t';

/** Copies a truth table for a spreadsheet or as text. */
export function CopyTable({ table, names }: { table: TruthTable; names: TruthNames }) {
  return (
    <div className="actions logic-actions">
      <CopyButton label={t('ui.logic.copyTable')} text={tableAsCsv(table, names)}>
        {t('ui.logic.copyCsv')}
      </CopyButton>
      <CopyButton label={t('ui.logic.copyTable')} text={tableAsMarkdown(table, names)}>
        {t('ui.logic.copyMarkdown')}
      </CopyButton>
    </div>
  );
}
