import type { Flags } from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-calculation';
import type { ArithmeticOperationName } from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-operation';
import { type MessageKey, t } from '../../../lib/i18n/t';

/** Lists the flags that a processor would set, each with its meaning. */
export function FlagList({ operation, flags }: { operation: ArithmeticOperationName; flags: Flags }) {
  const about = { ...ABOUT, carry: CARRY[operation] };
  return (
    <section className="complement" aria-labelledby="flags-title">
      <h3 id="flags-title">{t('ui.arithmetic.flags')}</h3>
      <dl className="flags">
        {FLAGS.map((flag) => (
          <div key={flag} data-set={flags[flag] || undefined} data-flag={flag}>
            <dt>{t(NAMES[flag])}</dt>
            <dd className="flag-value figures">{flags[flag] ? 1 : 0}</dd>
            <dd className="flag-about">{t(about[flag])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const FLAGS = ['carry', 'overflow', 'zero', 'negative'] as const;

const NAMES = {
  carry: 'ui.arithmetic.flag.carry',
  overflow: 'ui.arithmetic.flag.overflow',
  zero: 'ui.arithmetic.flag.zero',
  negative: 'ui.arithmetic.flag.negative',
} as const satisfies Record<keyof Flags, MessageKey>;

const ABOUT = {
  overflow: 'ui.arithmetic.about.overflow',
  zero: 'ui.arithmetic.about.zero',
  negative: 'ui.arithmetic.about.negative',
} as const;

const CARRY = {
  ADD: 'ui.arithmetic.about.carry.ADD',
  SUBTRACT: 'ui.arithmetic.about.carry.SUBTRACT',
  MULTIPLY: 'ui.arithmetic.about.carry.MULTIPLY',
  SHIFT_LEFT: 'ui.arithmetic.about.carry.SHIFT',
  SHIFT_RIGHT: 'ui.arithmetic.about.carry.SHIFT',
} as const satisfies Record<ArithmeticOperationName, MessageKey>;
