import { charts, type MeasureName } from '../../../../../../src/features/monitoring/measures';
import { formatPercent } from '../../../../lib/i18n/format';
import type { MessageKey } from '../../../../lib/i18n/t';
import { formatPlain, formatSpeed } from '../../format-figures';

/** A small chart of one measure, or of two opposite directions. */
export interface SmallPanel {
  /** The chart of the monitoring page that it leads to. */
  readonly id: keyof typeof charts;
  readonly title: MessageKey;
  /** Colour token. */
  readonly colour: string;
  /** The second of two is drawn downwards. */
  readonly measures: readonly [MeasureName] | readonly [MeasureName, MeasureName];
  readonly format: (value: number) => string;
  readonly minTop: number;
  readonly maxTop?: number;
}

const percent = { format: formatPercent, minTop: 100, maxTop: 100 };
const speed = { format: formatSpeed, minTop: 1024 };

/** Charts of the measures that nearly every host reports, in the order of the monitoring page. */
export const smallPanels: readonly SmallPanel[] = [
  { ...panel('cpu'), ...percent, minTop: 20, measures: ['cpuPercent'] },
  { ...panel('memory'), ...percent, measures: ['ramPercent'] },
  { ...panel('network'), ...speed, measures: ['networkSent', 'networkReceived'] },
  { ...panel('disk-activity'), ...speed, measures: ['diskWritten', 'diskRead'] },
  { ...panel('disk'), ...percent, measures: ['diskPercent'] },
  { ...panel('load'), format: formatPlain, minTop: 1, measures: ['loadAverage'] },
];

function panel(id: keyof typeof charts) {
  const { title, colour } = charts[id];
  return { id, title, colour };
}
