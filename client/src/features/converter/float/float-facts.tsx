import type { FloatClass } from '../../../../../src/features/conversion/rules/floating-point/float-format';
import type { FloatingPoint } from '../../../../../src/features/conversion/rules/floating-point/floating-point';
import { CopyButton } from '../../../components/copy-button';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { withDecimalSign } from '../decimal-sign';
import { LongNumber } from './long-number';

/** Describes the stored number: its kind, exact value, difference from the typed number, and bits in hexadecimal. */
export function FloatFacts({ float }: { float: FloatingPoint }) {
  const { typed, error } = float;
  return (
    <dl className="facts">
      {typed !== null && (
        <>
          <dt>{t('ui.float.typed')}</dt>
          <dd>
            <LongNumber text={typed} />
          </dd>
        </>
      )}
      <dt>{t('ui.float.stored')}</dt>
      <dd>
        <LongNumber text={float.value} isLarge />
        <CopyButton label={t('ui.float.stored')} text={withDecimalSign(float.value)} />
      </dd>
      {typed !== null && (
        <>
          <dt>{t('ui.float.error')}</dt>
          <dd>
            {error === null && t('ui.float.tooLarge')}
            {error === '0' && t('ui.float.exact')}
            {error !== null && error !== '0' && <LongNumber text={error} />}
          </dd>
        </>
      )}
      <dt>{t('ui.float.class')}</dt>
      <dd>{t(CLASSES[float.class])}</dd>
      <dt>{t('ui.float.shortest')}</dt>
      <dd className="figures">{withDecimalSign(float.shortest)}</dd>
      <dt>{t('ui.float.hexadecimal')}</dt>
      <dd className="figures">{`0x${float.hex}`}</dd>
    </dl>
  );
}

const CLASSES = {
  ZERO: 'ui.float.classes.ZERO',
  SUBNORMAL: 'ui.float.classes.SUBNORMAL',
  NORMAL: 'ui.float.classes.NORMAL',
  INFINITE: 'ui.float.classes.INFINITE',
  NAN: 'ui.float.classes.NAN',
} as const satisfies Record<FloatClass, MessageKey>;
