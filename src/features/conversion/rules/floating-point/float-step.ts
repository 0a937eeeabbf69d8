import type { Bit } from '../logic/logic-operations.js';
import type { Rounding } from './encode-float.js';

/** Reads or writes the sign, which is the first bit. */
export interface SignStep {
  readonly kind: 'SIGN';
  readonly bit: Bit;
}

/** The number in binary. This step is omitted if it would consist mostly of zeros. */
export interface BinaryStep {
  readonly kind: 'BINARY';
  /** The digits with the point, up to the first bit that does not fit. */
  readonly digits: string;
  readonly isCut: boolean;
}

/** The number in binary with a single 1 before the point, times a power of two. */
export interface NormaliseStep {
  readonly kind: 'NORMALISE';
  /** `1.` and the bits after the point, up to the first bit that does not fit. */
  readonly significand: string;
  readonly isCut: boolean;
  readonly exponent: number;
}

/** The exponent is below the minimum, so the number is written with the minimum and leading zeros. */
export interface SubnormalStep {
  readonly kind: 'SUBNORMAL';
  readonly significand: string;
  readonly isCut: boolean;
  readonly exponent: number;
}

/** Keeps the bits that fit; the other bits determine the rounding. */
export interface RoundStep {
  readonly kind: 'ROUND';
  /** The bits with the point, before and after rounding. */
  readonly kept: string;
  readonly rounded: string;
  /** The first bit that does not fit, and whether any later bit is 1. */
  readonly next: Bit;
  readonly more: boolean;
  readonly rounding: Rounding;
}

/** Rounding up added a bit, so the point moves and the exponent increases by one. */
export interface RenormaliseStep {
  readonly kind: 'RENORMALISE';
  readonly significand: string;
  readonly exponent: number;
}

/** The stored exponent: the exponent plus the bias, or all zeros for a subnormal number or zero. */
export interface BiasStep {
  readonly kind: 'BIAS';
  /** Null if the stored exponent is not derived from an exponent. */
  readonly exponent: number | null;
  readonly bias: number;
  readonly storedExponent: number;
  readonly bits: string;
}

/** The exponent is above the maximum, so infinity is stored. */
export interface OverflowStep {
  readonly kind: 'OVERFLOW';
  readonly exponent: number;
  readonly maximumExponent: number;
}

/** The bits of the fraction, which follow the point. */
export interface StoredFractionStep {
  readonly kind: 'FRACTION';
  readonly bits: string;
  /** The bit before the point, which is not stored; null for infinity, which has no digits. */
  readonly leading: Bit | null;
}

/** One step of converting a decimal to bits. */
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
  /** The bit before the point. */
  readonly leading: Bit;
  /** The bit before the point and the bits of the fraction. */
  readonly significand: string;
}

/** The exponent of a bit pattern: the stored exponent minus the bias, plus one if the stored exponent is 0. */
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
  /** The significand in decimal. */
  readonly significand: string;
  readonly exponent: number;
  /** The exact value in decimal; `-0` for a negative zero. */
  readonly value: string;
}

/** A bit pattern whose stored exponent is all ones, and which is therefore infinite or not a number. */
export interface SpecialStep {
  readonly kind: 'SPECIAL';
  readonly bits: string;
  readonly class: 'INFINITE' | 'NAN';
}

/** One step of converting bits to a decimal. */
export type DecodeStep = SignStep | SignificandStep | UnbiasStep | ValueStep | SpecialStep;
