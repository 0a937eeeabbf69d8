import type { Condition, MeasureBase } from '../../monitoring/measure.js';
import { type MeasureName, measureNames, measures } from '../../monitoring/measures.js';

export type FigureUnit = 'percent' | 'load' | 'bytesPerSecond' | 'seconds';

/** The inclusive range of values that figures of each unit can have. */
export const unitRanges: Readonly<Record<FigureUnit, { readonly least: number; readonly most: number }>> = {
  percent: { least: 0, most: 100 },
  load: { least: 0, most: Number.POSITIVE_INFINITY },
  bytesPerSecond: { least: 0, most: Number.POSITIVE_INFINITY },
  seconds: { least: 0, most: Number.POSITIVE_INFINITY },
};

interface Figure {
  readonly unit: FigureUnit;
  /** The measure whose chart the figure appears on; null if there is none. */
  readonly measure: MeasureName | null;
  /** Whether the figure supports windows. False for times that only ever grow. */
  readonly hasWindows: boolean;
}

/** Figures that are not measures, or that rules compute differently from charts. */
const otherFigures = {
  /** Usage of the fullest file system, or of the one at the path. */
  disk: { unit: 'percent', measure: 'diskPercent', hasWindows: true },
  /** Load per processor; 1 means that all of them are busy. */
  load1: { unit: 'load', measure: 'loadAverage', hasWindows: true },
  load5: { unit: 'load', measure: null, hasWindows: true },
  load15: { unit: 'load', measure: null, hasWindows: true },
  uptime: { unit: 'seconds', measure: null, hasWindows: false },
  /** Time since the host's newest sample. */
  away: { unit: 'seconds', measure: null, hasWindows: false },
} as const satisfies Record<string, Figure>;

type ConditionOf<Entry> = Entry extends {
  readonly condition: { readonly name: infer Name };
  readonly unit: infer Unit;
}
  ? Condition & { readonly name: Name; readonly unit: Unit; readonly measure: MeasureName }
  : never;

/** A measure that rules can compare directly, by its name in conditions. */
export type MeasureCondition = ConditionOf<(typeof measures)[MeasureName]>;

/** The measures that rules can compare directly, in registry order. */
export const measureConditions = measureNames.flatMap((measure) => {
  const { condition, unit }: MeasureBase = measures[measure];
  return condition ? { ...condition, unit, measure } : [];
}) as readonly MeasureCondition[];

export type FigureName = MeasureCondition['name'] | keyof typeof otherFigures;

/** All figures that a rule can compare, by their names in expressions (contract 12). */
export const figures = {
  ...Object.fromEntries(
    measureConditions.map(({ name, unit, measure }): [string, Figure] => [name, { unit, measure, hasWindows: true }]),
  ),
  ...otherFigures,
} as Readonly<Record<FigureName, Figure>>;

/** Names of the figures, in the order in which they are suggested. */
export const figureNames = Object.keys(figures) as readonly FigureName[];

export const windowFunctions = ['avg', 'min', 'max', 'rise'] as const;

export type WindowFunction = (typeof windowFunctions)[number];
