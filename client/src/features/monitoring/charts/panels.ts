import type { MessageKey } from '../../../lib/i18n/t';
import type { ChartMeasure } from './chart-data';
import { formatPercent, formatPlain, formatSpeed } from './format-figures';

/** One line of a chart. */
export interface Line {
  readonly measure: ChartMeasure;
  /** What stands at its end where a chart has several. */
  readonly label: MessageKey;
  /** The name of its colour among the tokens. */
  readonly colour: string;
  /** Drawn in dashes, so that two lines of one colour can be told apart without it. */
  readonly dashed?: boolean;
}

/** One chart of the dashboard. */
export interface Panel {
  readonly id: string;
  readonly title: MessageKey;
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
    title: 'ui.dashboard.cpu',
    lines: [{ measure: 'cpuPercent', label: 'ui.dashboard.cpu', colour: 'cpu' }],
    format: formatPercent,
    leastTop: 10,
    mostTop: 100,
  },
  {
    id: 'memory',
    title: 'ui.dashboard.memory',
    lines: [
      { measure: 'ramPercent', label: 'ui.dashboard.ram', colour: 'ram' },
      { measure: 'swapPercent', label: 'ui.dashboard.swap', colour: 'ram', dashed: true },
    ],
    format: formatPercent,
    leastTop: 10,
    mostTop: 100,
  },
  {
    id: 'network',
    title: 'ui.dashboard.network',
    lines: [
      { measure: 'networkReceived', label: 'ui.dashboard.received', colour: 'network' },
      { measure: 'networkSent', label: 'ui.dashboard.sent', colour: 'network', dashed: true },
    ],
    format: formatSpeed,
    leastTop: BYTES_LEAST_TOP,
  },
  {
    id: 'disk-activity',
    title: 'ui.dashboard.diskActivity',
    lines: [
      { measure: 'diskRead', label: 'ui.dashboard.read', colour: 'disk' },
      { measure: 'diskWritten', label: 'ui.dashboard.written', colour: 'disk', dashed: true },
    ],
    format: formatSpeed,
    leastTop: BYTES_LEAST_TOP,
  },
  {
    id: 'disk',
    title: 'ui.dashboard.diskSpace',
    lines: [{ measure: 'diskPercent', label: 'ui.dashboard.diskSpace', colour: 'disk' }],
    format: formatPercent,
    leastTop: 10,
    mostTop: 100,
  },
  {
    id: 'load',
    title: 'ui.dashboard.load',
    lines: [{ measure: 'loadAverage', label: 'ui.dashboard.load', colour: 'cpu' }],
    format: formatPlain,
    leastTop: 1,
  },
];
