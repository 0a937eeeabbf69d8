import type { Expression } from '../../../conversion/rules/logic/expression.js';
import type { TokenCursor } from '../../../conversion/rules/logic/token-cursor.js';
import { ATOMS_MAX, type Atom } from './atoms.js';
import { constantResultOf } from './constant-comparison.js';
import { fault } from './fault.js';
import { readComparison } from './read-comparison.js';
import { readTime } from './read-time.js';
import { type Suggestions, suggestions } from './suggestions.js';

/** The variables for an expression's atoms, in order. */
export const variableNames: readonly string[] = [...'ABCDEF'];

/** Reads the operands of an expression, assigning a variable to each distinct one. */
export class AtomReader {
  readonly #atoms: Atom[] = [];
  /** The end of the last number without a unit, and the units that could follow it. */
  #units: { readonly position: number; readonly suggestions: Suggestions } | undefined;

  /** @param refusesConstants whether comparisons that are always or never true are errors. */
  constructor(private readonly refusesConstants: boolean) {}

  /** All atoms read so far, in the order of their variables. */
  get atoms(): readonly Atom[] {
    return this.#atoms;
  }

  /** Reads an atom as a variable, or reads one of the constants 0 and 1; undefined if neither begins here. */
  read(cursor: TokenCursor): Expression | undefined {
    const token = cursor.peek();
    if (token.kind === 'number' && (token.found === '0' || token.found === '1')) {
      cursor.take();
      return { kind: 'CONSTANT', value: token.found === '1' ? 1 : 0 };
    }
    if (token.kind !== 'variable') return undefined;
    const atom = this.#readAtom(cursor);
    const index = this.#indexOf(atom);
    if (index >= ATOMS_MAX) throw fault('tooManyAtoms', token);
    return { kind: 'VARIABLE', name: variableNames[index] ?? '' };
  }

  /** Suggests units at a position; empty unless a number without a unit ends there. */
  unitsAt(position: number): Suggestions {
    return this.#units?.position === position ? this.#units.suggestions : [];
  }

  #readAtom(cursor: TokenCursor): Atom {
    if (cursor.peek().found.toLowerCase() === 'time') {
      cursor.take();
      return readTime(cursor);
    }
    const first = cursor.peek();
    const { comparison, hasUnit } = readComparison(cursor);
    const constant = this.refusesConstants ? constantResultOf(comparison) : undefined;
    if (constant !== undefined) throw fault(constant ? 'alwaysTrue' : 'neverTrue', first, { about: comparison.text });
    this.#units = hasUnit
      ? undefined
      : { position: cursor.peek().position, suggestions: suggestions.units(comparison.unit) };
    return comparison;
  }

  #indexOf(atom: Atom): number {
    const index = this.#atoms.findIndex(({ text }) => text === atom.text);
    return index === -1 ? this.#atoms.push(atom) - 1 : index;
  }
}
