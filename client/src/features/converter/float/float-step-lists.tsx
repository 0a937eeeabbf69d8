import { floatEquation } from '../../../../../src/features/conversion/rules/floating-point/float-equation';
import type { DecodeStep, EncodeStep } from '../../../../../src/features/conversion/rules/floating-point/float-step';
import type { FloatingPoint } from '../../../../../src/features/conversion/rules/floating-point/floating-point';
import { t } from '../../../lib/i18n/t';
import { withDecimalSign } from '../decimal-sign';
import { shortened } from './shortened';
import { stepSentence } from './step-sentence';

/** The steps by hand: from decimal (if one was typed) to bits, and from bits to decimal. */
export function FloatStepLists({ float: { encodeSteps, decodeSteps } }: { float: FloatingPoint }) {
  return (
    <div className="float-steps">
      {encodeSteps.length > 0 && <Steps id="encode-title" title={t('ui.float.toBits')} steps={encodeSteps} />}
      <Steps id="decode-title" title={t('ui.float.toDecimal')} steps={decodeSteps} />
    </div>
  );
}

interface StepsProps {
  id: string;
  title: string;
  steps: readonly (EncodeStep | DecodeStep)[];
}

function Steps({ id, title, steps }: StepsProps) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ol className="float-step-list">
        {steps.map((step) => (
          <li key={step.kind} data-kind={step.kind}>
            <p>{sentenceOf(step)}</p>
            <p className="figures">{withPowers(withDecimalSign(floatEquation(brief(step))))}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shortens the value of the last step, which is shown in full above. */
function brief(step: EncodeStep | DecodeStep): EncodeStep | DecodeStep {
  return step.kind === 'VALUE' ? { ...step, value: shortened(step.value) } : step;
}

function sentenceOf(step: EncodeStep | DecodeStep): string {
  const [key, values = {}] = stepSentence(step);
  return t(key, values);
}

/** Renders exponents as superscripts and a typographic minus: `2^-4` becomes 2 with −4 above it. */
function withPowers(equation: string) {
  const [before = '', exponent, after] = equation.replaceAll('-', '−').split(/\^(−?\d+)/);
  return exponent === undefined ? (
    before
  ) : (
    <>
      {before}
      <sup>{exponent}</sup>
      {after}
    </>
  );
}
