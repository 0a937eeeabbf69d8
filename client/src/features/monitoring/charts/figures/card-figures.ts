import { formatDecimal, formatPercent, formatTime } from '../../../../lib/i18n/format';
import { formatShare } from '../../../../lib/i18n/format-share';
import { type MessageKey, t } from '../../../../lib/i18n/t';
import { figureOf, loadPerProcessor } from '../../live/figure-of';
import type { Sample } from '../../live/sample-fields';
import type { ChartData } from '../history/chart-data';
import type { Line, Panel } from '../panels';

export interface CardFigure {
  /** Label of the figure, set if the card has two. */
  readonly label: MessageKey | undefined;
  /** Direction of the figure, set if the card has two. */
  readonly arrow: Line['arrow'];
  /** The value with its unit; a dash if nothing was measured. */
  readonly text: string;
}

/** Returns a sample's figures for the head of a card. */
export function figuresOfSample(panel: Panel, sample: Sample | undefined): CardFigure[] {
  return cardFigures(panel, ({ measure }) => sample && figureOf(sample, measure));
}

/** Returns a point's figures for the head of its card. */
export function figuresOfPoint(panel: Panel, data: ChartData, index: number): CardFigure[] {
  return cardFigures(panel, ({ measure }) => data.bands[measure].average[index]);
}

function cardFigures({ lines, format }: Panel, figureOfLine: (line: Line) => number | null | undefined): CardFigure[] {
  const isDirected = lines.some(({ arrow }) => arrow);
  return (isDirected ? lines : lines.slice(0, 1)).map((line) => {
    const figure = figureOfLine(line);
    return {
      label: isDirected ? line.label : undefined,
      arrow: line.arrow,
      text: figure === null || figure === undefined ? '–' : format(figure),
    };
  });
}

/** Describes the time of the newest sample: now, or when the last one arrived. */
export function presentTime(sample: Sample | undefined, arriving: boolean): string {
  if (!sample) return '';
  return arriving ? t('ui.dashboard.now') : formatTime(new Date(sample.sampledAt));
}

/** Returns details about a measure from a sample: `3,71 de 7,83 GiB em uso`. Samples are `intervalSeconds` apart. */
export function detailOfSample({ id }: Panel, sample: Sample, intervalSeconds: number | undefined): string {
  if (id === 'cpu') {
    return intervalSeconds === undefined ? '' : t('ui.dashboard.cpuDetail', { seconds: intervalSeconds });
  }
  if (id === 'memory') {
    const { swapTotal, swapPercent } = sample;
    const hasSwap = swapTotal !== null && swapTotal > 0 && swapPercent !== null;
    const swap = hasSwap && t('ui.dashboard.swapDetail', { percent: formatPercent(swapPercent) });
    return [used(sample.ramUsed, sample.ramTotal), swap].filter(Boolean).join(' · ');
  }
  if (id === 'disk') return used(sample.memoryUsed, sample.memoryTotal);
  if (id === 'load' && sample.loadAverage) {
    const { five, fifteen } = sample.loadAverage;
    const shown = (load: number) => formatDecimal(loadPerProcessor(sample, load), 2);
    return t('ui.dashboard.loadDetail', { five: shown(five), fifteen: shown(fifteen) });
  }
  return '';
}

function used(amount: number | null, total: number | null): string {
  if (amount === null || total === null) return '';
  const { part, whole } = formatShare(amount, total);
  return t('ui.dashboard.used', { used: part, total: whole });
}
