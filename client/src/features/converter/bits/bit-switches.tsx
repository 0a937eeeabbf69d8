import type { BitWidth } from '../../../../../src/features/conversion/rules/representations/representations';
import { t } from '../../../lib/i18n/t';
import { useBitKeys } from './use-bit-keys';

interface BitSwitchesProps {
  /** The bits, most significant first. */
  bits: string;
  width: BitWidth;
  signed: boolean;
  /** Flips a bit; `position` counts from the right, from 0. */
  onFlip(position: number): void;
}

/** Maximum width that leaves room for each bit's weight. */
const WEIGHTS_UP_TO = 8;

/**
 * Shows the bits as switches, grouped into nibbles and bytes. They are one tab stop; the arrow keys move between them.
 */
export function BitSwitches({ bits, width, signed, onFlip }: BitSwitchesProps) {
  const { group, at, onReach, onKeyDown } = useBitKeys(width, 0);
  return (
    <fieldset className="bit-switches" data-width={width} ref={group} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{t('ui.bits.switches')}</legend>
      {splitNibbles(bits).map(({ nibble, highest }) => (
        <div className="nibble" key={highest}>
          {[...nibble].map((bit, index) => {
            const position = highest - index;
            const isSign = signed && position === width - 1;
            const weight = `${isSign ? '−' : ''}${2n ** BigInt(position)}`;
            return (
              <button
                className="bit"
                key={position}
                type="button"
                role="switch"
                aria-checked={bit === '1'}
                aria-label={t(isSign ? 'ui.bits.signBitLabel' : 'ui.bits.bitLabel', {
                  position,
                  weight,
                })}
                tabIndex={position === at ? 0 : -1}
                data-position={position}
                data-sign={isSign || undefined}
                onFocus={() => onReach(position)}
                onClick={() => onFlip(position)}
              >
                <span className="bit-position">{isSign ? t('ui.bits.signBit') : position}</span>
                <span className="bit-value">{bit}</span>
                {width <= WEIGHTS_UP_TO && <span className="bit-weight">{weight}</span>}
              </button>
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

/** Splits bits into nibbles, each with the position of its highest bit. */
function splitNibbles(bits: string): { nibble: string; highest: number }[] {
  return (bits.match(/.{4}/g) ?? []).map((nibble, index) => ({ nibble, highest: bits.length - 1 - index * 4 }));
}
