import { bitCount } from './prime-implicants.js';

/** A set of at most 64 elements, as a bit mask stored in two numbers. */
export interface Elements {
  low: number;
  high: number;
}

/** A set that may be chosen, reduced to its uncovered elements. */
export interface Column extends Readonly<Elements> {
  readonly index: number;
  readonly price: number;
}

export function placesOf({ low, high }: Readonly<Elements>): number[] {
  const places: number[] = [];
  for (let rest = low; rest !== 0; rest &= rest - 1) places.push(31 - Math.clz32(rest & -rest));
  for (let rest = high; rest !== 0; rest &= rest - 1) places.push(63 - Math.clz32(rest & -rest));
  return places;
}

export function within({ index, price, low, high }: Column, left: Readonly<Elements>): Column {
  return { index, price, low: low & left.low, high: high & left.high };
}

export function remove(elements: Elements, { low, high }: Readonly<Elements>): void {
  elements.low &= ~low;
  elements.high &= ~high;
}

export function add(elements: Elements, place: number | undefined): void {
  if (place === undefined) return;
  if (place < 32) elements.low |= 1 << place;
  else elements.high |= 1 << (place - 32);
}

export function sizeOf({ low, high }: Readonly<Elements>): number {
  return bitCount(low) + bitCount(high);
}
