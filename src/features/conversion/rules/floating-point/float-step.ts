import type { Bit } from '../logic/logic-operations.js';
import type { Rounding } from './encode-float.js';

/** The sign is the first bit. */
export interface SignStep {
  readonly kind: 'SIGN';
  readonly bit: Bit;
}

/** The number in binary; left out where that would be mostly zeros. */
export interface BinaryStep {
  readonly kind: 'BINARY';
  /** With a point; the bits that follow the first one without room are left out. */
  readonly digits: string;
  readonly isCut: boolean;
}

/** The number in binary with one 1 in front of the point, times a power of two. */
export interface NormaliseStep {
  readonly kind: 'NORMALISE';
  /** `1.` and the bits after the point, of which those that follow the first one without room are left out. */
  readonly significand: string;
  /** Whether bits were left out. */
  readonly isCut: boolean;
  readonly exponent: number;
}

/** The exponent is below the smallest: the number is written with that one, and zeros lead. */
export interface SubnormalStep {
  readonly kind: 'SUBNORMAL';
  readonly significand: string;
  readonly isCut: boolean;
  readonly exponent: number;
}

/** The bits that have room are kept, and the rest decides how they are rounded. */
export interface RoundStep {
  readonly kind: 'ROUND';
  /** With the point, before and after. */
  readonly kept: string;
  readonly rounded: string;
  /** The first bit that has no room, and whether there is a 1 among those after it. */
  readonly next: Bit;
  readonly more: boolean;
  readonly rounding: Rounding;
}

/** Rounding up gave a bit more: the point moves, and the exponent grows by one. */
export interface RenormaliseStep {
  readonly kind: 'RENORMALISE';
  readonly significand: string;
  readonly exponent: number;
}

/** The stored exponent is the exponent plus the bias; zeros alone for a subnormal number or zero. */
export interface BiasStep {
  readonly kind: 'BIAS';
  /** Null where the stored exponent is not made of one. */
  readonly exponent: number | null;
  readonly bias: number;
  readonly storedExponent: number;
  readonly bits: string;
}

/** The exponent is above the largest: what is stored is infinite. */
export interface OverflowStep {
  readonly kind: 'OVERFLOW';
  readonly exponent: number;
  readonly maximumExponent: number;
}

/** The bits of the fraction: those after the point; the 1 in front of it is not stored. */
export interface StoredFractionStep {
  readonly kind: 'FRACTION';
  readonly bits: string;
}

/** One step from a decimal to bits. */
export type EncodeStep =
  | SignStep
  | BinaryStep
  | NormaliseStep
  | SubnormalStep
  | RoundStep
  | RenormaliseStep
  | BiasStep
  | OverflowStep
  | StoredFractionStep;

/** The significand of a bit pattern: the bits of the fraction after a 1, or a 0 if the stored exponent is 0. */
export interface SignificandStep {
  readonly kind: 'SIGNIFICAND';
  /** The bit in front of the point, */
  readonly leading: Bit;
  /** and with it the bits of the fraction. */
  readonly significand: string;
}

/** The exponent of a bit pattern: the stored one minus the bias, but one more for a stored 0. */
export interface UnbiasStep {
  readonly kind: 'UNBIAS';
  readonly bits: string;
  readonly storedExponent: number;
  readonly bias: number;
  readonly exponent: number;
}

/** The value of a bit pattern: its significand as a whole number times a power of two. */
export interface ValueStep {
  readonly kind: 'VALUE';
  readonly sign: Bit;
  /** Decimal. */
  readonly significand: string;
  readonly exponent: number;
  /** The exact value, decimal; `-0` for a negative zero. */
  readonly value: string;
}

/** A bit pattern whose stored exponent is all ones is no number. */
export interface SpecialStep {
  readonly kind: 'SPECIAL';
  readonly bits: string;
  readonly class: 'INFINITE' | 'NAN';
}

/** One step from bits to a decimal. */
export type DecodeStep = SignStep | SignificandStep | UnbiasStep | ValueStep | SpecialStep;
