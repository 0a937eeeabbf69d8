import {
  type ChartName,
  type MeasureName,
  measureNames,
  measures,
  type Unit,
} from '../../../../../src/monitoring/measures';
import type { Message } from '../../../lib/i18n/say';
import { dashboardMessages } from '../dashboard.messages';
import { formatCelsius, formatPercent, formatPlain, formatSpeed } from './format-figures';

/** One line of a chart. */
export interface Line {
  readonly measure: MeasureName;
  /** Its name, written at its end where a chart has several lines. */
  readonly label: Message;
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
  readonly title: Message;
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
  cpu: { title: dashboardMessages.cpu, colour: 'cpu' },
  memory: { title: dashboardMessages.memory, colour: 'ram' },
  network: { title: dashboardMessages.network, colour: 'network' },
  'disk-activity': { title: dashboardMessages.diskActivity, colour: 'disk' },
  disk: { title: dashboardMessages.diskSpace, colour: 'disk' },
  load: { title: dashboardMessages.load, colour: 'cpu' },
  temperature: { title: dashboardMessages.cpuTemperature, colour: 'cpu' },
};

const labels: Readonly<Record<MeasureName, Message>> = {
  cpuPercent: dashboardMessages.cpu,
  cpuTemperatureCelsius: dashboardMessages.cpuTemperature,
  ramPercent: dashboardMessages.ram,
  swapPercent: dashboardMessages.swap,
  networkReceived: dashboardMessages.received,
  networkSent: dashboardMessages.sent,
  diskRead: dashboardMessages.read,
  diskWritten: dashboardMessages.written,
  diskPercent: dashboardMessages.diskSpace,
  loadAverage: dashboardMessages.load,
};

/** The charts of the dashboard, made from the registry of measures. */
export const panels: readonly Panel[] = Object.entries(charts).map(([id, { title, colour }]) => {
  const drawn = measureNames.filter((name) => measures[name].chart === id);
  const lines = drawn.map((measure, index) => ({ measure, label: labels[measure], colour, dashed: index > 0 }));
  const [unit = 'percent'] = drawn.map((name) => measures[name].unit);
  return { id, title, lines, ...scales[unit] };
});
