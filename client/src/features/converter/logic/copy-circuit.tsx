import type { Bit } from '../../../../../src/features/conversion/rules/logic/logic-operations';
import type { ExpressionNode } from '../../../../../src/features/conversion/rules/logic/truth-table';
import { CopyButton } from '../../../components/copy-button';
import { circuitSvg } from '../../../components/logic/circuit-svg';
import { t } from '../../../lib/i18n/t';

/** Copies a circuit as SVG, or saves it as a file. */
export function CopyCircuit({ nodes, values }: { nodes: readonly ExpressionNode[]; values?: readonly Bit[] }) {
  const svg = circuitSvg(nodes, values);
  return (
    <div className="actions logic-actions">
      <CopyButton label={t('ui.logic.copyCircuit')} text={svg}>
        {t('ui.logic.copySvg')}
      </CopyButton>
      <button className="button button-small" type="button" onClick={() => save(svg)}>
        {t('ui.logic.saveCircuit')}
      </button>
    </div>
  );
}

function save(svg: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  link.download = t('ui.logic.circuitFile');
  link.click();
  // By the next task, the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
