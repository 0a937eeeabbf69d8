import { t } from '../../../lib/i18n/t';
import { withDecimalSign } from '../decimal-sign';
import { isLong, shortened } from './shortened';

/** A decimal with all its digits; hundreds of digits are collapsed until expanded. */
export function LongNumber({ text, isLarge }: { text: string; isLarge?: boolean }) {
  const size = isLarge ? 'figures float-value' : 'figures';
  if (!isLong(text)) return <span className={size}>{withDecimalSign(text)}</span>;
  return (
    <details className="long-number">
      <summary>
        <span className={size}>{withDecimalSign(shortened(text))}</span>{' '}
        <span className="quiet">{t('ui.float.allDigits', { count: text.replaceAll(/\D/g, '').length })}</span>
      </summary>
      <span className="figures">{withDecimalSign(text)}</span>
    </details>
  );
}
