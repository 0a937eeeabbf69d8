import type { Message } from '../../../lib/i18n/say';
import { dashboardMessages } from '../dashboard.messages';
import type { ChartMeasure } from './chart-data';
import { formatPercent, formatPlain, formatSpeed } from './format-figures';

/** One line of a chart. */
export interface Line {
  readonly measure: ChartMeasure;
  /** What stands at its end where a chart has several. */
  readonly label: Message;
  /** The name of its colour among the tokens. */
  readonly colour: string;
  /** Drawn in dashes, so that two lines of one colour can be told apart without it. */
  readonly dashed?: boolean;
}

/** One chart of the dashboard. */
export interface Panel {
  readonly id: string;
  readonly title: Message;
  readonly lines: readonly Line[];
  /** A figure with its unit, in the reader's locale. */
  readonly format: (value: number) => string;
  /** The top of its scale is never below this. */
  readonly leastTop: number;
  /** The top of its scale is never above this. */
  readonly mostTop?: number;
}

/** A scale of bytes goes by powers of two, and shows a kilobyte a second at least. */
export const BYTES_LEAST_TOP = 1024;

/** The charts, in their order. */
export const panels: readonly Panel[] = [
  {
    id: 'cpu',
    title: dashboardMessages.cpu,
    lines: [{ measure: 'cpuPercent', label: dashboardMessages.cpu, colour: 'cpu' }],
    format: formatPercent,
    leastTop: 10,
    mostTop: 100,
  },
  {
    id: 'memory',
    title: dashboardMessages.memory,
    lines: [
      { measure: 'ramPercent', label: dashboardMessages.ram, colour: 'ram' },
      { measure: 'swapPercent', label: dashboardMessages.swap, colour: 'ram', dashed: true },
    ],
    format: formatPercent,
    leastTop: 10,
    mostTop: 100,
  },
  {
    id: 'network',
    title: dashboardMessages.network,
    lines: [
      { measure: 'networkReceived', label: dashboardMessages.received, colour: 'network' },
      { measure: 'networkSent', label: dashboardMessages.sent, colour: 'network', dashed: true },
    ],
    format: formatSpeed,
    leastTop: BYTES_LEAST_TOP,
  },
  {
    id: 'disk-activity',
    title: dashboardMessages.diskActivity,
    lines: [
      { measure: 'diskRead', label: dashboardMessages.read, colour: 'disk' },
      { measure: 'diskWritten', label: dashboardMessages.written, colour: 'disk', dashed: true },
    ],
    format: formatSpeed,
    leastTop: BYTES_LEAST_TOP,
  },
  {
    id: 'disk',
    title: dashboardMessages.diskSpace,
    lines: [{ measure: 'diskPercent', label: dashboardMessages.diskSpace, colour: 'disk' }],
    format: formatPercent,
    leastTop: 10,
    mostTop: 100,
  },
  {
    id: 'load',
    title: dashboardMessages.load,
    lines: [{ measure: 'loadAverage', label: dashboardMessages.load, colour: 'cpu' }],
    format: formatPlain,
    leastTop: 1,
  },
];
