import type { DecodeStep, EncodeStep } from './float-step.js';

/** Formats a step as one line that reads the same in every language: `1.1001… × 2^-4`, `-4 + 127 = 123 = 01111011`. */
export function floatEquation(step: EncodeStep | DecodeStep): string {
  switch (step.kind) {
    case 'SIGN':
      return String(step.bit);
    case 'BINARY':
      return step.digits + cutMark(step.isCut);
    case 'NORMALISE':
    case 'SUBNORMAL':
      return `${step.significand}${cutMark(step.isCut)} × 2^${step.exponent}`;
    case 'ROUND':
      return `${step.kept}|${step.next}${cutMark(step.more)} → ${step.rounded}`;
    case 'RENORMALISE':
      return `${step.significand} × 2^${step.exponent}`;
    case 'BIAS':
      return `${step.exponent === null ? '' : `${step.exponent} + ${step.bias} = `}${step.storedExponent} = ${step.bits}`;
    case 'OVERFLOW':
      return `${step.exponent} > ${step.maximumExponent}`;
    case 'FRACTION':
      return step.bits;
    case 'UNBIAS': {
      // A stored 0 counts as 1, since subnormal numbers have the exponent of the smallest normal ones.
      const counted = Math.max(step.storedExponent, 1);
      return `${step.bits} = ${step.storedExponent}; ${counted} - ${step.bias} = ${step.exponent}`;
    }
    case 'SIGNIFICAND':
      return step.significand;
    case 'VALUE':
      return `${step.sign === 1 ? '-' : ''}${step.significand} × 2^${step.exponent} = ${step.value}`;
    case 'SPECIAL':
      return step.bits;
  }
}

function cutMark(isCut: boolean): string {
  return isCut ? '…' : '';
}
