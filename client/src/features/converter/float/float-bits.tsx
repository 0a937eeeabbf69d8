import { limitsOf } from '../../../../../src/features/conversion/rules/floating-point/float-format';
import type { FloatingPoint } from '../../../../../src/features/conversion/rules/floating-point/floating-point';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { useBitKeys } from '../bits/use-bit-keys';

interface FloatBitsProps {
  float: FloatingPoint;
  /** Flips a bit; `position` counts from the right, from 0. */
  onFlip(position: number): void;
}

/** Shows the bits as switches in their three parts. They are one tab stop; the arrow keys move between them. */
export function FloatBits({ float, onFlip }: FloatBitsProps) {
  const { width, fractionBits } = limitsOf(float.format);
  const { group, at, onReach, onKeyDown } = useBitKeys(width, width - 1);
  const parts = [
    { part: 'sign', bits: String(float.sign), highest: width - 1 },
    { part: 'exponent', bits: float.exponentBits, highest: width - 2 },
    { part: 'fraction', bits: float.significandBits, highest: fractionBits - 1 },
  ] as const;
  return (
    <fieldset className="float-bits" ref={group} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{t('ui.float.switches')}</legend>
      {parts.map(({ part, bits, highest }) => (
        <div className="float-part" data-part={part} key={part}>
          <p className="float-part-name">
            {t(NAMES[part])} <span className="quiet">{t('ui.float.bitCount', { count: bits.length })}</span>
          </p>
          <div className="float-part-bits">
            {[...bits].map((bit, index) => {
              const position = highest - index;
              return (
                <button
                  className="float-bit"
                  key={position}
                  type="button"
                  role="switch"
                  aria-checked={bit === '1'}
                  aria-label={t('ui.float.bitLabel', { part: t(NAMES[part]), position })}
                  tabIndex={position === at ? 0 : -1}
                  data-position={position}
                  onFocus={() => onReach(position)}
                  onClick={() => onFlip(position)}
                >
                  {bit}
                </button>
              );
            })}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

const NAMES = {
  sign: 'ui.float.parts.sign',
  exponent: 'ui.float.parts.exponent',
  fraction: 'ui.float.parts.fraction',
} as const satisfies Record<string, MessageKey>;
