import {
  chartNames,
  charts,
  labelOf,
  type MeasureName,
  measureNames,
  measures,
  type Unit,
} from '../../../../../src/features/monitoring/measures';
import { formatPercent } from '../../../lib/i18n/format';
import type { MessageKey } from '../../../lib/i18n/t';
import { formatCelsius, formatPlain, formatSpeed } from '../format-figures';

/** One line of a chart. */
export interface Line {
  readonly measure: MeasureName;
  /** Its name, written at its end where a chart has several lines. */
  readonly label: MessageKey;
  /** The name of the token of its colour. */
  readonly colour: string;
  /** Drawn in dashes, so that two lines of one colour can be told apart without it. */
  readonly dashed: boolean;
  /** Drawn downwards from zero, opposite the line that it belongs to. */
  readonly mirrored: boolean;
}

/** How the figures of a unit are written and drawn. */
interface Scale {
  /** A figure with its unit, in the reader's locale. */
  readonly format: (value: number) => string;
  /** The widest label that its axis may have. */
  readonly widest: number;
  /** The top of the axis is never below this. */
  readonly minTop: number;
  /** The top of the axis is never above this. */
  readonly maxTop?: number;
  /** Whether the axis is divided by powers of two. */
  readonly binary?: boolean;
}

/** One chart of the dashboard. */
export interface Panel extends Scale {
  readonly id: string;
  readonly title: MessageKey;
  /** The name of the token of its colour. */
  readonly colour: string;
  readonly lines: readonly Line[];
}

const scales: Readonly<Record<Unit, Scale>> = {
  percent: { format: formatPercent, widest: 100, minTop: 10, maxTop: 100 },
  bytesPerSecond: { format: formatSpeed, widest: 768 * 1024, minTop: 1024, binary: true },
  celsius: { format: formatCelsius, widest: 100, minTop: 60 },
  load: { format: formatPlain, widest: 0.25, minTop: 1 },
};

/** The charts of the dashboard, made from the registry of measures. */
export const panels: readonly Panel[] = chartNames.map((id): Panel => {
  const { title, colour, isMirrored } = charts[id];
  const drawn = measureNames.filter((name) => measures[name].chart === id);
  const lines = drawn.map(
    (measure, index): Line => ({
      measure,
      label: labelOf(measure) ?? title,
      colour,
      dashed: index > 0 && !isMirrored,
      mirrored: index > 0 && isMirrored,
    }),
  );
  const [unit = 'percent'] = drawn.map((name) => measures[name].unit);
  return { id, title, colour, lines, ...scales[unit] };
});

/** The same on a machine without swap, which has no line for it. */
export const panelsWithoutSwap: readonly Panel[] = panels.map((panel) =>
  panel.lines.some(isSwap) ? { ...panel, lines: panel.lines.filter((line) => !isSwap(line)) } : panel,
);

function isSwap({ measure }: Line): boolean {
  return measure === 'swapPercent';
}
