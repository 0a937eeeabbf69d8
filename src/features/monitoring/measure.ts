import type { MessageKey } from '../../i18n/message.js';
import type { HostReading } from './host/host-metrics.js';

/**
 * Rounding, storage format and bounds of a unit. `decimals` and `lowest` must never change, because stored figures are
 * decoded with them.
 */
interface UnitFormat {
  /** Decimal places, shown to clients and stored. */
  readonly decimals: number;
  readonly lowest: number;
  /** The highest figure that an agent may send; hubs refuse more. */
  readonly highest: number;
}

export const units = {
  percent: { decimals: 1, lowest: 0, highest: 100 },
  bytesPerSecond: { decimals: 0, lowest: 0, highest: 1e13 },
  celsius: { decimals: 1, lowest: -273, highest: 1000 },
  /** Programs that are running or waiting to run. */
  load: { decimals: 2, lowest: 0, highest: 1e6 },
} as const satisfies Record<string, UnitFormat>;

export type Unit = keyof typeof units;

/** A message that is loaded together with the charts. */
export type ChartKey = Extract<MessageKey, `ui.dashboard.${string}`>;

export interface ChartDrawing {
  readonly title: ChartKey;
  /** Colour token in the client's style sheets. */
  readonly colour: 'cpu' | 'ram' | 'disk' | 'network';
  /** Whether the second line is drawn downwards from zero; otherwise it is dashed. */
  readonly isMirrored: boolean;
  /** Whether most hosts report its measures, so that the page keeps its place before the first figures arrive. */
  readonly isUsual: boolean;
}

export interface MeasureBase {
  readonly description: string;
  readonly unit: Unit;
  /**
   * Column number in every history chunk ever written. Never change it or reuse it after removing a measure; a new
   * measure takes the next number.
   */
  readonly column: number;
  /** One of `charts`. */
  readonly chart: string;
  /** Label on a chart shared with other measures. */
  readonly label?: ChartKey;
  /** Name used in prompts for the AI provider. */
  readonly promptLabel: Extract<MessageKey, `monitoring.analysis.prompt.measures.${string}`>;
  /** Fixed thresholds, if any. Those of the load depend on the number of processors. */
  readonly thresholds?: Thresholds;
  /** Name and words of the measure in the conditions of alert rules, where rules can compare it as it is. */
  readonly condition?: Condition;
  /** Source of a measure that needs no reader of its own. */
  readonly kernel?: KernelSource;
}

/** A measure in the conditions of alert rules. */
export interface Condition {
  readonly name: string;
  /** A comparison to start from, in the editor. */
  readonly example: string;
  /** Explanation in the editor. */
  readonly meaning: Extract<MessageKey, `ui.alertWords.${string}`>;
  /** Subject of a sentence about an incident. */
  readonly subject: Extract<MessageKey, `ui.incidents.figures.${string}`>;
}

/**
 * A figure in one file of the kernel that answers at once. Its reading, and how agents send it, follow from this entry;
 * `read` finds it among the `kernelFigures` of a reading.
 */
export interface KernelSource {
  /** On systems without this file the figure is null. */
  readonly file: string;
  /** Returns the figure; null if the text lacks it. */
  readonly parse: (text: string) => number | null;
  /**
   * Position among the figures of an agent's message. Never change it or reuse it after removing a measure; a new
   * measure takes the next.
   */
  readonly sentAt: number;
}

/** Figures from which a measure stands out or is bad, used by findings and charts. */
export interface Thresholds {
  readonly warning: number;
  readonly bad: number;
}

/** Gets the unrounded figure from a reading; null if the host does not report it. */
export type Measure = MeasureBase &
  (
    | { readonly nullable: false; readonly read: (host: HostReading) => number }
    | { readonly nullable: true; readonly read: (host: HostReading) => number | null }
  );

/** Storage details of a figure that is never shown. */
export interface HiddenMeasure extends Pick<MeasureBase, 'unit' | 'column'> {
  readonly read: (host: HostReading) => number | null;
}
