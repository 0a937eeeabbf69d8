import type { WrongAnswer } from './wrong-answer.js';

export const reversed = (text: string) => [...text].reverse().join('');
export const inBase = (number: number, radix: number) => number.toString(radix).toUpperCase();
export const digitValue = (digit: string) => Number.parseInt(digit, 36);
export const spelt = (digits: string) => [...digits].map(digitValue).join('');
export const places = (text: string) => [...text].map((_, at) => at);

function without(text: string, at: number): string {
  return text.slice(0, at) + text.slice(at + 1);
}

/** Leaves out all zeros, and each one alone. */
export function zerosLeftOut(digits: string): WrongAnswer[] {
  const single = places(digits).flatMap((at): WrongAnswer[] =>
    digits[at] === '0' ? [['ZEROS_LEFT_OUT', without(digits, at)]] : [],
  );
  return digits.includes('0') ? [['ZEROS_LEFT_OUT', digits.replaceAll('0', '')], ...single] : [];
}
