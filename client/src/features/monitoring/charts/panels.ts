import {
  type ChartName,
  type MeasureName,
  measureNames,
  measures,
  type Unit,
} from '../../../../../src/monitoring/measures';
import type { MessageKey } from '../../../lib/i18n/t';
import { formatCelsius, formatPercent, formatPlain, formatSpeed } from './format-figures';

/** One line of a chart. */
export interface Line {
  readonly measure: MeasureName;
  /** Its name, written at its end where a chart has several lines. */
  readonly label: MessageKey;
  /** The name of the token of its colour. */
  readonly colour: string;
  /** Drawn in dashes, so that two lines of one colour can be told apart without it. */
  readonly dashed: boolean;
}

/** How the figures of a unit are written and drawn. */
interface Scale {
  /** A figure with its unit, in the reader's locale. */
  readonly format: (value: number) => string;
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
  readonly lines: readonly Line[];
}

const scales: Readonly<Record<Unit, Scale>> = {
  percent: { format: formatPercent, minTop: 10, maxTop: 100 },
  bytesPerSecond: { format: formatSpeed, minTop: 1024, binary: true },
  celsius: { format: formatCelsius, minTop: 100 },
  load: { format: formatPlain, minTop: 1 },
};

/** The charts, in their order on the page. */
const charts: Readonly<Record<ChartName, Pick<Panel, 'title'> & Pick<Line, 'colour'>>> = {
  cpu: { title: 'ui.dashboard.cpu', colour: 'cpu' },
  memory: { title: 'ui.dashboard.memory', colour: 'ram' },
  network: { title: 'ui.dashboard.network', colour: 'network' },
  'disk-activity': { title: 'ui.dashboard.diskActivity', colour: 'disk' },
  disk: { title: 'ui.dashboard.diskSpace', colour: 'disk' },
  load: { title: 'ui.dashboard.load', colour: 'cpu' },
  temperature: { title: 'ui.dashboard.cpuTemperature', colour: 'cpu' },
};

const labels: Readonly<Record<MeasureName, MessageKey>> = {
  cpuPercent: 'ui.dashboard.cpu',
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
export const panels: readonly Panel[] = Object.entries(charts).map(([id, { title, colour }]) => {
  const drawn = measureNames.filter((name) => measures[name].chart === id);
  const lines = drawn.map((measure, index) => ({ measure, label: labels[measure], colour, dashed: index > 0 }));
  const [unit = 'percent'] = drawn.map((name) => measures[name].unit);
  return { id, title, lines, ...scales[unit] };
});
