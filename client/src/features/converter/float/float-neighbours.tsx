import type {
  FloatingPoint,
  FloatPattern,
} from '../../../../../src/features/conversion/rules/floating-point/floating-point';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';
import { withDecimalSign } from '../decimal-sign';

/** Shows the number between its neighbours; the format has no other number in between. */
export function FloatNeighbours({ float, onBits }: { float: FloatingPoint; onBits(bits: string): void }) {
  if (!float.below && !float.above) return null;
  return (
    <section className="float-part-list" aria-labelledby="neighbours-title">
      <h3 id="neighbours-title">{t('ui.float.neighbours')}</h3>
      <p className="hint">{t('ui.float.neighboursAbout')}</p>
      <WideArea label={t('ui.float.neighbours')}>
        <table className="data-table">
          <tbody>
            <Row name={t('ui.float.above')} pattern={float.above} onBits={onBits} />
            <Row name={t('ui.float.this')} pattern={float} />
            <Row name={t('ui.float.below')} pattern={float.below} onBits={onBits} />
          </tbody>
        </table>
      </WideArea>
    </section>
  );
}

interface RowProps {
  name: string;
  pattern: FloatPattern | null;
  onBits?(bits: string): void;
}

function Row({ name, pattern, onBits }: RowProps) {
  if (!pattern) return null;
  const hex = `0x${pattern.hex}`;
  return (
    <tr data-shown={!onBits || undefined}>
      <th scope="row">{name}</th>
      <td className="figures number-cell">{withDecimalSign(pattern.shortest)}</td>
      <td className="figures neighbour-bits">{hex}</td>
      <td>
        {onBits && (
          <button
            className="button button-small"
            type="button"
            aria-label={t('ui.float.goTo', { name })}
            onClick={() => onBits(hex)}
          >
            {t('ui.float.go')}
          </button>
        )}
      </td>
    </tr>
  );
}
