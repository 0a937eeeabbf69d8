import {
  type ChartName,
  type MeasureName,
  measureNames,
  measures,
  type Unit,
} from '../../../../../src/monitoring/measures';
import { formatPercent } from '../../../lib/i18n/format';
import type { MessageKey } from '../../../lib/i18n/t';
import { formatCelsius, formatPlain, formatSpeed } from './figures/format-figures';

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

interface Drawing {
  readonly title: MessageKey;
  readonly colour: string;
  /** Whether its second line is drawn downwards. */
  readonly mirrored?: true;
}

/** The charts, in their order on the page. */
const charts: Readonly<Record<ChartName, Drawing>> = {
  cpu: { title: 'ui.monitoring.cpu', colour: 'cpu' },
  memory: { title: 'ui.monitoring.ram', colour: 'ram' },
  network: { title: 'ui.dashboard.network', colour: 'network', mirrored: true },
  'disk-activity': { title: 'ui.dashboard.diskActivity', colour: 'disk', mirrored: true },
  disk: { title: 'ui.dashboard.diskSpace', colour: 'disk' },
  load: { title: 'ui.dashboard.load', colour: 'cpu' },
  temperature: { title: 'ui.dashboard.cpuTemperature', colour: 'cpu' },
};

const labels: Readonly<Record<MeasureName, MessageKey>> = {
  cpuPercent: 'ui.monitoring.cpu',
  cpuTemperatureCelsius: 'ui.dashboard.cpuTemperature',
  ramPercent: 'ui.dashboard.ram',
  swapPercent: 'ui.dashboard.swap',
  networkReceived: 'ui.dashboard.received',
  networkSent: 'ui.dashboard.sent',
  diskRead: 'ui.dashboard.read',
  diskWritten: 'ui.dashboard.written',
  diskPercent: 'ui.dashboard.diskSpace',
  loadAverage: 'ui.dashboard.load',
};

/** The charts of the dashboard, made from the registry of measures. */
export const panels: readonly Panel[] = Object.entries(charts).map(([id, { title, colour, mirrored = false }]) => {
  const drawn = measureNames.filter((name) => measures[name].chart === id);
  const lines = drawn.map((measure, index) => ({
    measure,
    label: labels[measure],
    colour,
    dashed: index > 0 && !mirrored,
    mirrored: index > 0 && mirrored,
  }));
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
