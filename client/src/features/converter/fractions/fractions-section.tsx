import './fractions.css';
import '../steps/stages.css';
import { RADIX_MAX, RADIX_MIN } from '../../../../../src/features/conversion/rules/bases/whole-number';
import {
  type ConvertedFraction,
  convertFraction,
  FRACTION_DIGITS,
} from '../../../../../src/features/conversion/rules/fractions/convert-fraction';
import { fractionProblemText } from '../../../../../src/features/conversion/rules/fractions/fraction-problem-text';
import { fractionSteps } from '../../../../../src/features/conversion/rules/fractions/fraction-steps';
import type { FractionProblem } from '../../../../../src/features/conversion/rules/fractions/parse-fraction';
import { isUnreadable } from '../../../../../src/features/conversion/rules/unreadable';
import { CopyButton } from '../../../components/copy-button';
import { FaultMark } from '../../../components/fault-mark';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { SelectField } from '../../../components/forms/select-field';
import { asTyped } from '../../../lib/forms/as-typed';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { baseNames } from '../base-names';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { FIELD_BASES, initialState } from '../converter-state';
import { withDecimalSign } from '../decimal-sign';
import { FractionStepTables } from './fraction-step-tables';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.fractions,ui.stepTables,rules.fraction',
    import: 'default',
  }),
);

/** Selectable numbers of fractional digits. */
const DIGITS = [16, FRACTION_DIGITS, 256, 1000];

/** Converts a number with a fractional part between bases, showing its repeating part and the steps by hand. */
export default function FractionsSection({ state, onChange }: ConverterProps) {
  const { fraction, fractionFrom: from, fractionTo: to } = state;
  const digits = DIGITS.find((count) => String(count) === state.digits) ?? FRACTION_DIGITS;
  const converted = convertFraction(fraction, from, to, digits);
  const problem = isUnreadable<FractionProblem>(converted) ? converted.problem : undefined;
  return (
    <ConverterSection id="fractions" title={t('ui.fractions.fractions')} about={t('ui.fractions.about')}>
      <div className="converter-choices">
        <div className="fraction-field">
          <Field
            label={t('ui.fractions.number')}
            hint={t('ui.fractions.hint')}
            name="fraction"
            {...asTyped}
            value={fraction === initialState.fraction ? withDecimalSign(fraction) : fraction}
            faults={problem && fraction !== '' ? [t(fractionProblemText(problem))] : []}
            onChange={({ target }) => onChange({ fraction: target.value })}
          />
          {problem && 'position' in problem && <FaultMark text={fraction} position={problem.position} />}
        </div>
        <BaseSelect
          label={t('ui.fractions.from')}
          name="fraction-from"
          base={from}
          onChoose={(base) => onChange({ fractionFrom: base })}
        />
        <BaseSelect
          label={t('ui.fractions.to')}
          name="fraction-to"
          base={to}
          onChoose={(base) => onChange({ fractionTo: base })}
        />
        <Choice
          legend={t('ui.fractions.digits')}
          value={String(digits)}
          options={DIGITS.map((count) => ({ value: String(count), label: String(count) }))}
          onChoose={(count) => onChange({ digits: count })}
        />
      </div>
      {!isUnreadable<FractionProblem>(converted) && <Converted converted={converted} />}
    </ConverterSection>
  );
}

interface BaseSelectProps {
  label: string;
  name: string;
  base: number;
  onChoose(base: number): void;
}

const BASES = Array.from({ length: RADIX_MAX - RADIX_MIN + 1 }, (_, index) => RADIX_MIN + index);

function BaseSelect({ base, onChoose, ...field }: BaseSelectProps) {
  return (
    <SelectField
      {...field}
      value={String(base)}
      options={BASES.map((other) => ({ value: String(other), label: nameOf(other) }))}
      onChange={(chosen) => onChoose(Number(chosen))}
    />
  );
}

function nameOf(base: number): string {
  const own = FIELD_BASES.find((known) => known === base);
  return own ? t('ui.fractions.namedBase', { base, name: t(baseNames[own]) }) : String(base);
}

function Converted({ converted }: { converted: ConvertedFraction }) {
  const { normalised, result, from, to } = converted;
  const shown = withDecimalSign(result);
  const { steps, total } = fractionSteps(converted);
  return (
    <>
      <div className="fraction-result">
        <p className="figures">
          <Expansion text={withDecimalSign(normalised)} />
          <sub>{from}</sub> = <Expansion text={shown} />
          <sub>{to}</sub>
        </p>
        <CopyButton label={t('ui.fractions.result')} text={shown} />
      </div>
      <p>{outcomeOf(converted)}</p>
      {steps.length > 0 && (
        <>
          <p className="hint">{describeWholePart(converted)}</p>
          <FractionStepTables steps={steps} />
          {steps.length < total && <p className="hint">{t('ui.stepTables.cut', { shown: steps.length, total })}</p>}
        </>
      )}
    </>
  );
}

/** A number with its repeating part overlined, in brackets as it would be typed. */
function Expansion({ text }: { text: string }) {
  const [before, period] = text.split(/[()]/);
  if (period === undefined) return text;
  return (
    <>
      {before}(<span className="period">{period}</span>)
    </>
  );
}

function outcomeOf({ terminates, isExact, digits, periodStart, periodLength }: ConvertedFraction): string {
  if (isExact && periodLength !== null && periodStart !== null) {
    return t('ui.fractions.repeats', { digits: digits.slice(periodStart), length: periodLength });
  }
  if (isExact && digits === '') return t('ui.fractions.isWhole');
  if (isExact) return t('ui.fractions.ends', { count: digits.length });
  return t(terminates ? 'ui.fractions.endsLater' : 'ui.fractions.repeatsLater', { count: digits.length });
}

/** Summarises the conversion of the integer part, which has its own tab. */
function describeWholePart({ fraction: { whole: typed }, whole, from, to }: ConvertedFraction): string {
  return t('ui.fractions.wholePart', { typed, from, whole, to });
}
