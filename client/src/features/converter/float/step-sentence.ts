import type { DecodeStep, EncodeStep } from '../../../../../src/features/conversion/rules/floating-point/float-step';
import type { MessageKey } from '../../../lib/i18n/t';

type Sentence = [key: MessageKey, values?: Record<string, string | number>];

/** Returns a sentence that explains a step and its reason. */
export function stepSentence(step: EncodeStep | DecodeStep): Sentence {
  switch (step.kind) {
    case 'SIGN':
      return [step.bit === 1 ? 'ui.float.steps.negative' : 'ui.float.steps.positive'];
    case 'BINARY':
      return ['ui.float.steps.BINARY'];
    case 'NORMALISE':
      return ['ui.float.steps.NORMALISE'];
    case 'SUBNORMAL':
      return ['ui.float.steps.SUBNORMAL', { exponent: minus(step.exponent) }];
    case 'ROUND':
      return [ROUNDING[step.rounding]];
    case 'RENORMALISE':
      return ['ui.float.steps.RENORMALISE'];
    case 'BIAS':
      if (step.exponent !== null) return ['ui.float.steps.BIAS', { bias: step.bias }];
      return [step.storedExponent === 0 ? 'ui.float.steps.noExponent' : 'ui.float.steps.onlyOnes'];
    case 'OVERFLOW':
      return ['ui.float.steps.OVERFLOW', { maximum: step.maximumExponent }];
    case 'FRACTION':
      if (step.leading === null) return ['ui.float.steps.noFraction'];
      return [step.leading === 1 ? 'ui.float.steps.FRACTION' : 'ui.float.steps.fractionAlone'];
    case 'UNBIAS':
      return [step.storedExponent === 0 ? 'ui.float.steps.unbiasZero' : 'ui.float.steps.UNBIAS', { bias: step.bias }];
    case 'SIGNIFICAND':
      return [step.leading === 1 ? 'ui.float.steps.leadingOne' : 'ui.float.steps.leadingZero'];
    case 'VALUE':
      return ['ui.float.steps.VALUE'];
    case 'SPECIAL':
      return [step.class === 'NAN' ? 'ui.float.steps.NAN' : 'ui.float.steps.INFINITE'];
  }
}

const ROUNDING = {
  EXACT: 'ui.float.steps.round.EXACT',
  DOWN: 'ui.float.steps.round.DOWN',
  UP: 'ui.float.steps.round.UP',
  TIE_DOWN: 'ui.float.steps.round.TIE_DOWN',
  TIE_UP: 'ui.float.steps.round.TIE_UP',
} as const satisfies Record<string, MessageKey>;

function minus(number: number): string {
  return String(number).replace('-', '−');
}
