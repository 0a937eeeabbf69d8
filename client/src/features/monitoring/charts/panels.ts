import type { Unit } from '../../../../../src/features/monitoring/measure';
import {
  chartNames,
  charts,
  labelOf,
  type MeasureName,
  measureNames,
  measures,
} from '../../../../../src/features/monitoring/measures';
import { formatPercent } from '../../../lib/i18n/format';
import { formatTemperature } from '../../../lib/i18n/format-temperature';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { formatPlain, formatSpeed } from '../format-figures';

export interface Line {
  readonly measure: MeasureName;
  /** Name of the line, written at its end if the chart has several. */
  readonly label: MessageKey;
  /** Name of the colour token. */
  readonly colour: string;
  /** Whether the line is dashed, to tell lines of the same colour apart. */
  readonly dashed: boolean;
  /** Direction of the figures, in charts of two directions. */
  readonly arrow: '↓' | '↑' | undefined;
  /** Whether the line is drawn downwards from zero, on a half with its own scale, opposite its counterpart. */
  readonly isBelow: boolean;
}

/** Format and axis limits of a unit. */
interface Scale {
  /** Formats a value with its unit in the reader's locale. */
  readonly format: (value: number) => string;
  /** The value with the widest possible axis label, as the reader sees it. */
  readonly widest: number;
  readonly minTop: number;
  readonly maxTop?: number;
}

/** One chart of the dashboard. */
export interface Panel extends Scale {
  readonly id: string;
  readonly title: MessageKey;
  /** Name of the colour token. */
  readonly colour: string;
  readonly lines: readonly Line[];
  /** Whether most hosts report it. */
  readonly isUsual: boolean;
  readonly unit: Unit;
}

const scales: Readonly<Record<Unit, Scale>> = {
  percent: { format: formatPercent, widest: 100, minTop: 10, maxTop: 100 },
  bytesPerSecond: { format: formatSpeed, widest: 768 * 1024, minTop: 1000 },
  celsius: { format: formatTemperature, widest: 100, minTop: 60 },
  load: { format: formatPlain, widest: 0.25, minTop: 1 },
};

/** Marked ↓ wherever they are shown, and drawn downwards: what comes in from the network and from the disks. */
const INCOMING: readonly MeasureName[] = ['networkReceived', 'diskRead'];

/** The charts of the dashboard, built from the registry of measures. */
export const panels: readonly Panel[] = chartNames.map((id): Panel => {
  const { title, colour, isMirrored, isUsual } = charts[id];
  const drawn = measureNames.filter((name) => measures[name].chart === id);
  const lines = drawn.map(
    (measure, index): Line => ({
      measure,
      label: labelOf(measure) ?? title,
      colour,
      dashed: index > 0 && !isMirrored,
      arrow: isMirrored ? (INCOMING.includes(measure) ? '↓' : '↑') : undefined,
      isBelow: isMirrored && INCOMING.includes(measure),
    }),
  );
  const [unit = 'percent'] = drawn.map((name) => measures[name].unit);
  return { id, title, colour, lines, isUsual, unit, ...scales[unit] };
});

/** Returns a line's name, with the arrow of its direction. */
export function lineName({ label, arrow }: Line): string {
  return arrow ? `${arrow} ${t(label)}` : t(label);
}

/** The same charts for machines without swap, with the swap line left out. */
export const panelsWithoutSwap: readonly Panel[] = panels.map((panel) =>
  panel.lines.some(isSwap) ? { ...panel, lines: panel.lines.filter((line) => !isSwap(line)) } : panel,
);

function isSwap({ measure }: Line): boolean {
  return measure === 'swapPercent';
}
