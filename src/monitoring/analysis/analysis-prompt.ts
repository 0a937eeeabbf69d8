import { type Language, localeOf } from '../../i18n/catalogues.js';
import type { MessageKey } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import type { Sample } from '../sampler.js';
import { metricsOf } from '../shown-metrics.js';

/** How far a measure went over a span of time: percent, bytes a second, or for `load` a plain number. */
export interface MeasureSpan {
  readonly measure: keyof typeof MEASURES;
  readonly minimum: number;
  readonly average: number;
  readonly maximum: number;
}

const MEASURES = {
  cpu: 'monitoring.analysis.prompt.measures.cpu',
  ram: 'monitoring.analysis.prompt.measures.ram',
  swap: 'monitoring.analysis.prompt.measures.swap',
  load: 'monitoring.analysis.prompt.measures.load',
  disk: 'monitoring.analysis.prompt.measures.disk',
  networkReceived: 'monitoring.analysis.prompt.measures.networkReceived',
  networkSent: 'monitoring.analysis.prompt.measures.networkSent',
  diskRead: 'monitoring.analysis.prompt.measures.diskRead',
  diskWritten: 'monitoring.analysis.prompt.measures.diskWritten',
} as const satisfies Record<string, MessageKey>;

interface PromptDeps {
  readonly sample: Sample;
  readonly lastHour: readonly MeasureSpan[];
  readonly language: Language;
}

/** What the provider is asked: a fixed text, the numbers of now and those of the last hour (contract 4, promise 28). */
export function analysisPrompt({ sample, lastHour, language }: PromptDeps): string {
  return [
    translate('monitoring.analysis.prompt.task', language),
    '',
    translate('monitoring.analysis.prompt.now', language),
    ...linesOfNow(sample, language),
    ...linesOfMore(sample, language),
    '',
    lastHour.length > 0
      ? translate('monitoring.analysis.prompt.lastHour', language)
      : translate('monitoring.analysis.prompt.noLastHour', language),
    ...lastHour.map((span) => lineOfSpan(span, language)),
  ].join('\n');
}

function linesOfNow(sample: Sample, language: Language): string[] {
  const name = (measure: MeasureSpan['measure']) => translate(MEASURES[measure], language);
  const amount = (usedBytes: number, totalBytes: number) =>
    `${percent((usedBytes / totalBytes) * 100, language)} (${gigabytes(usedBytes, language)} ${translate('monitoring.analysis.prompt.of', language)} ${gigabytes(totalBytes, language)})`;
  return [
    `- ${name('cpu')}: ${percent(sample.cpuPercent, language)}`,
    `- ${name('ram')}: ${amount(sample.ramTotalBytes - sample.ramAvailableBytes, sample.ramTotalBytes)}`,
    `- ${name('disk')}: ${amount(sample.diskUsedBytes, sample.diskTotalBytes)}`,
  ];
}

/** What not every host tells. */
function linesOfMore(sample: Sample, language: Language): string[] {
  const { swapPercent, loadAverage, networkReceived, networkSent, diskRead, diskWritten } = metricsOf(sample);
  const more: Partial<Record<MeasureSpan['measure'], number | null>> = {
    swap: sample.swapTotalBytes > 0 ? swapPercent : null,
    load: loadAverage?.one ?? null,
    networkReceived,
    networkSent,
    diskRead,
    diskWritten,
  };
  return (Object.entries(more) as [MeasureSpan['measure'], number | null][]).flatMap(([measure, figure]) =>
    figure === null ? [] : `- ${translate(MEASURES[measure], language)}: ${formats[measure](figure, language)}`,
  );
}

function lineOfSpan({ measure, minimum, average, maximum }: MeasureSpan, language: Language): string {
  const format = formats[measure];
  const numbers = [minimum, average, maximum].map((value) => format(value, language));
  return `- ${translate(MEASURES[measure], language)}: ${numbers.join(' / ')}`;
}

type Format = (value: number, language: Language) => string;

const percent: Format = (value, language) => `${decimal(value, 1, language)} %`;
const gigabytes: Format = (bytes, language) => `${decimal(bytes / 1024 ** 3, 2, language)} GB`;
const bytesPerSecond: Format = (bytes, language) => `${decimal(bytes / 1024, 1, language)} KiB/s`;
const plain: Format = (value, language) => decimal(value, 2, language);

const formats: Readonly<Record<MeasureSpan['measure'], Format>> = {
  cpu: percent,
  ram: percent,
  swap: percent,
  load: plain,
  disk: percent,
  networkReceived: bytesPerSecond,
  networkSent: bytesPerSecond,
  diskRead: bytesPerSecond,
  diskWritten: bytesPerSecond,
};

function decimal(value: number, maximumFractionDigits: number, language: Language): string {
  return value.toLocaleString(localeOf(language), { maximumFractionDigits, useGrouping: false });
}
