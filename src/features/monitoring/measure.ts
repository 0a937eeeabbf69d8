import type { MessageKey } from '../../i18n/message.js';
import type { HostReading } from './host/host-metrics.js';

/**
 * The rounding, storage format and bounds of a unit. `decimals` and `lowest` must never change, because they are used
 * to decode stored values.
 */
interface UnitFormat {
  /** Decimal places shown to clients and stored. */
  readonly decimals: number;
  readonly lowest: number;
  /** The highest value an agent may send; hubs refuse anything above it. */
  readonly highest: number;
}

export const units = {
  percent: { decimals: 1, lowest: 0, highest: 100 },
  bytesPerSecond: { decimals: 0, lowest: 0, highest: 1e13 },
  celsius: { decimals: 1, lowest: -273, highest: 1000 },
  /** Number of programs that are running or waiting to run. */
  load: { decimals: 2, lowest: 0, highest: 1e6 },
} as const satisfies Record<string, UnitFormat>;

export type Unit = keyof typeof units;

/** A message that is loaded together with the charts. */
export type ChartKey = Extract<MessageKey, `ui.dashboard.${string}`>;

export interface ChartDrawing {
  readonly title: ChartKey;
  /** Colour token in the client's stylesheets. */
  readonly colour: 'cpu' | 'ram' | 'disk' | 'network';
  /** Whether its measures are two directions, each on a half with its own scale; otherwise, the second is dashed. */
  readonly isMirrored: boolean;
  /** Whether most hosts report its measures, so that the page reserves space for it before the first values arrive. */
  readonly isUsual: boolean;
}

export interface MeasureBase {
  readonly description: string;
  readonly unit: Unit;
  /**
   * Column number in every history chunk ever written. It must never change, or be reused after a measure is removed; a
   * new measure takes the next number.
   */
  readonly column: number;
  /** One of `charts`. */
  readonly chart: string;
  /** Label on a chart that shows other measures too. */
  readonly label?: ChartKey;
  /** Name used in the prompts for the AI provider. */
  readonly promptLabel: Extract<MessageKey, `monitoring.analysis.prompt.measures.${string}`>;
  /** Fixed thresholds, if any. Those for the load depend on the number of processors. */
  readonly thresholds?: Thresholds;
  /** How alert rules refer to the measure in conditions, if they can compare it directly. */
  readonly condition?: Condition;
  /** Source of a measure that can be read from a kernel file. */
  readonly kernel?: KernelSource;
}

/** A measure in the conditions of alert rules. */
export interface Condition {
  readonly name: string;
  /** A comparison that the editor offers as a starting point. */
  readonly example: string;
  /** Explanation shown in the editor. */
  readonly meaning: Extract<MessageKey, `ui.alertWords.${string}`>;
  /** Subject of a message about an incident. */
  readonly subject: Extract<MessageKey, `ui.incidents.figures.${string}`>;
}

/**
 * A value in a kernel file that can be read without waiting. This entry determines how it is read and how agents send
 * it; `read` finds it among the `kernelFigures` of a reading.
 */
export interface KernelSource {
  /** On systems without this file, the value is null. */
  readonly file: string;
  /** Returns the value; null if the text does not contain it. */
  readonly parse: (text: string) => number | null;
  /**
   * Position among the values of an agent's message. It must never change, or be reused after a measure is removed; a
   * new measure takes the next position.
   */
  readonly sentAt: number;
}

/** Values from which a measure stands out or is bad, used by findings. */
export interface Thresholds {
  readonly warning: number;
  readonly bad: number;
}

/** A measure, with `read` returning the unrounded value of a reading; null if the host does not report it. */
export interface Measure extends MeasureBase {
  readonly read: (host: HostReading) => number | null;
}

/** Storage details of a value that is never shown. */
export interface HiddenMeasure extends Pick<MeasureBase, 'unit' | 'column'> {
  readonly read: (host: HostReading) => number | null;
}
