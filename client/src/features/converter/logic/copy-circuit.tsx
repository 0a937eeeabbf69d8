import type { Bit } from '../../../../../src/features/conversion/rules/logic/logic-operations';
import type { ExpressionNode } from '../../../../../src/features/conversion/rules/logic/truth-table';
import { CopyButton } from '../../../components/copy-button';
import { circuitSvg } from '../../../components/logic/circuit-svg';
import { t } from '../../../lib/i18n/t';
import { saveFile } from '../../../lib/page/save-file';

/** Copies a circuit as SVG, or saves it as a file. */
export function CopyCircuit({ nodes, values }: { nodes: readonly ExpressionNode[]; values?: readonly Bit[] }) {
  const svg = circuitSvg(nodes, values);
  return (
    <div className="actions logic-actions">
      <CopyButton label={t('ui.logic.copyCircuit')} text={svg}>
        {t('ui.logic.copySvg')}
      </CopyButton>
      <button
        className="button button-small"
        type="button"
        onClick={() => saveFile(new Blob([svg], { type: 'image/svg+xml' }), t('ui.logic.circuitFile'))}
      >
        {t('ui.logic.saveCircuit')}
      </button>
    </div>
  );
}
