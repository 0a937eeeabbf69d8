import './float.css';
import {
  type FloatFormat,
  floatFormatNames,
  limitsOf,
} from '../../../../../src/features/conversion/rules/floating-point/float-format';
import { floatProblemText } from '../../../../../src/features/conversion/rules/floating-point/float-problem-text';
import {
  type FloatingPoint,
  floatingPoint,
} from '../../../../../src/features/conversion/rules/floating-point/floating-point';
import { otherReading } from '../../../../../src/features/conversion/rules/floating-point/other-reading';
import type { FloatProblem } from '../../../../../src/features/conversion/rules/floating-point/parse-float-text';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { FaultMark } from '../../../components/fault-mark';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { asTyped } from '../../../lib/forms/as-typed';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { initialState } from '../converter-state';
import { withDecimalSign } from '../decimal-sign';
import { ReadingNote } from '../reading-note';
import { FloatBits } from './float-bits';
import { FloatFacts } from './float-facts';
import { FloatNeighbours } from './float-neighbours';
import { FloatStepLists } from './float-step-lists';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.float,rules.float',
    import: 'default',
  }),
);

/**
 * A number as stored in a floating-point format: its bits as switches, its exact value, its neighbours and the steps.
 */
export default function FloatSection({ state, onChange }: ConverterProps) {
  const format = floatFormatNames.find((name) => name === state.format) ?? 'BINARY32';
  const float = floatingPoint(state.float, format);
  const problem = isUnreadable<FloatProblem>(float) ? float.problem : undefined;
  return (
    <ConverterSection id="float" title={t('ui.float.float')} about={t('ui.float.about')}>
      <div className="converter-choices">
        <div className="float-field">
          <Field
            label={t('ui.float.number')}
            hint={t('ui.float.hint')}
            name="float"
            {...asTyped}
            value={state.float === initialState.float ? withDecimalSign(state.float) : state.float}
            faults={problem && state.float !== '' ? [t(floatProblemText(problem))] : []}
            onChange={({ target }) => onChange({ float: target.value })}
          />
          {problem && 'position' in problem && <FaultMark text={state.float} position={problem.position} />}
          <BitsReading text={state.float} format={format} onChange={onChange} />
        </div>
        <Choice
          legend={t('ui.float.format')}
          value={format}
          options={floatFormatNames.map((name) => ({
            value: name,
            label: t('ui.float.bitCount', { count: limitsOf(name).width }),
          }))}
          onChoose={(chosen) => onChange({ format: chosen })}
        />
      </div>
      {!isUnreadable<FloatProblem>(float) && <Stored float={float} onBits={(bits) => onChange({ float: bits })} />}
    </ConverterSection>
  );
}

interface BitsReadingProps extends Pick<ConverterProps, 'onChange'> {
  text: string;
  format: FloatFormat;
}

/** Says whether digits 0 and 1 were read as bits or as a decimal, with a button for the other reading. */
function BitsReading({ text, format, onChange }: BitsReadingProps) {
  const other = otherReading(text, format);
  if (!other) return null;
  const { width } = limitsOf(other.format);
  const isDecimal = other.format !== format;
  return (
    <ReadingNote
      taken={isDecimal ? t('ui.float.readDecimal') : t('ui.float.readBits', { width })}
      other={isDecimal ? t('ui.float.readAsBits', { width }) : t('ui.float.readAsDecimal')}
      onOther={() => onChange({ float: other.text, format: other.format })}
    />
  );
}

/** `onBits` receives a bit pattern as typed: `0x3F800000`. */
function Stored({ float, onBits }: { float: FloatingPoint; onBits(bits: string): void }) {
  const { width } = limitsOf(float.format);
  const flip = (position: number) => {
    const pattern = BigInt(`0x${float.hex}`) ^ (1n << BigInt(position));
    onBits(
      `0x${pattern
        .toString(16)
        .toUpperCase()
        .padStart(width / 4, '0')}`,
    );
  };
  return (
    <>
      <FloatBits float={float} onFlip={flip} />
      <FloatFacts float={float} />
      <FloatNeighbours float={float} onBits={onBits} />
      <FloatStepLists float={float} />
    </>
  );
}
