import { htmlLang, type Language } from '../../shared/text.js';
import type { Sample } from '../sampler.js';
import { metricsOf } from '../shown-metrics.js';
import { promptMessages } from './analysis.messages.js';

/** How far a measure went over a span of time: percent, bytes a second, or for `load` a plain number. */
export interface MeasureSpan {
  readonly measure: keyof typeof promptMessages.measures;
  readonly minimum: number;
  readonly average: number;
  readonly maximum: number;
}

interface PromptDeps {
  readonly sample: Sample;
  readonly lastHour: readonly MeasureSpan[];
  readonly language: Language;
}

/** What the provider is asked: a fixed text, the numbers of now and those of the last hour (contract 4, promise 28). */
export function analysisPrompt({ sample, lastHour, language }: PromptDeps): string {
  return [
    promptMessages.task[language],
    '',
    promptMessages.now[language],
    ...linesOfNow(sample, language),
    ...linesOfMore(sample, language),
    '',
    lastHour.length > 0 ? promptMessages.lastHour[language] : promptMessages.noLastHour[language],
    ...lastHour.map((span) => lineOfSpan(span, language)),
  ].join('\n');
}

function linesOfNow(sample: Sample, language: Language): string[] {
  const { cpu, ram, disk } = promptMessages.measures;
  const amount = (usedBytes: number, totalBytes: number) =>
    `${percent((usedBytes / totalBytes) * 100, language)} (${gigabytes(usedBytes, language)} ${promptMessages.of[language]} ${gigabytes(totalBytes, language)})`;
  return [
    `- ${cpu[language]}: ${percent(sample.cpuPercent, language)}`,
    `- ${ram[language]}: ${amount(sample.ramTotalBytes - sample.ramAvailableBytes, sample.ramTotalBytes)}`,
    `- ${disk[language]}: ${amount(sample.diskUsedBytes, sample.diskTotalBytes)}`,
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
    figure === null ? [] : `- ${promptMessages.measures[measure][language]}: ${formats[measure](figure, language)}`,
  );
}

function lineOfSpan({ measure, minimum, average, maximum }: MeasureSpan, language: Language): string {
  const format = formats[measure];
  const numbers = [minimum, average, maximum].map((value) => format(value, language));
  return `- ${promptMessages.measures[measure][language]}: ${numbers.join(' / ')}`;
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
  return value.toLocaleString(htmlLang[language], { maximumFractionDigits, useGrouping: false });
}
