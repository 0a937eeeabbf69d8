import './stages.css';
import './steps.css';
import {
  type ConversionStep,
  conversionSteps,
} from '../../../../../src/features/conversion/rules/bases/conversion-steps';
import { formatWhole } from '../../../../../src/features/conversion/rules/bases/whole-number';
import { Choice } from '../../../components/forms/choice';
import { Empty } from '../../../components/status/states';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { baseNames } from '../base-names';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { FIELD_BASES } from '../converter-state';
import { StepTable } from './step-tables';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.steps,ui.stepTables,ui.converterTab',
    import: 'default',
  }),
);

/** Shows the conversion steps by hand, from the base the number was typed in to another one. */
export default function StepsSection({ state, number, onChange }: ConverterProps) {
  const { base: from } = state;
  const targets = [...FIELD_BASES, state.other].filter((base) => base !== from);
  const to = targets.includes(state.to) ? state.to : (targets[0] ?? state.to);
  return (
    <ConverterSection id="steps" title={t('ui.steps.steps')} about={t('ui.steps.about')}>
      <Choice
        legend={t('ui.steps.to', { from })}
        value={String(to)}
        options={targets.map((base) => ({ value: String(base), label: nameOf(base) }))}
        onChoose={(base) => onChange({ to: Number(base) })}
      />
      {number === undefined ? (
        <Empty title={t('ui.converterTab.noNumber')} />
      ) : (
        <StepsByHand number={number} from={from} to={to} />
      )}
    </ConverterSection>
  );
}

function nameOf(base: number): string {
  const own = FIELD_BASES.find((known) => known === base);
  return own ? t(baseNames[own]) : t('ui.converter.baseChoice', { base });
}

const STAGES = {
  PLACE_VALUE: 'ui.steps.stages.PLACE_VALUE',
  DIVISION: 'ui.steps.stages.DIVISION',
  DIGIT_TO_BITS: 'ui.steps.stages.DIGIT_TO_BITS',
  BITS_TO_DIGIT: 'ui.steps.stages.BITS_TO_DIGIT',
} as const satisfies Record<ConversionStep['kind'], MessageKey>;

function StepsByHand({ number, from, to }: { number: bigint; from: number; to: number }) {
  const { steps, total } = conversionSteps(number, from, to);
  const kinds = [...new Set(steps.map(({ kind }) => kind))];
  return (
    <div className="stages">
      {kinds.map((kind) => (
        <div className="stage" key={kind}>
          <p>{t(STAGES[kind], { bits: bitsOf(steps, kind) })}</p>
          <StepTable steps={steps.filter((step) => step.kind === kind)} />
        </div>
      ))}
      {steps.length < total && <p className="hint">{t('ui.stepTables.cut', { shown: steps.length, total })}</p>}
      {number < 0n && <p className="hint">{t('ui.steps.signStays')}</p>}
      <p className="steps-result">
        {t('ui.steps.result')}{' '}
        <span className="figures">
          {formatWhole(number, from)}
          <sub>{from}</sub> = {formatWhole(number, to)}
          <sub>{to}</sub>
        </span>
      </p>
    </div>
  );
}

/** Returns the number of bits per digit of a stage. */
function bitsOf(steps: readonly ConversionStep[], kind: ConversionStep['kind']): number {
  const step = steps.find((candidate) => candidate.kind === kind);
  return step && 'bits' in step ? step.bits.length : 0;
}
