import { htmlLang, type Language, type Text } from '../../shared/text.js';
import { figuresOf, type MeasureName, measureNames, measures, type Unit } from '../measures.js';
import type { Sample } from '../sampler.js';
import { promptMessages } from './analysis.messages.js';

/** How far a measure went over a span of time, in its unit. */
export interface MeasureSpan {
  readonly measure: MeasureName;
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

/** The measures that {@link linesOfNow} names together with what they are a part of. */
const WITH_AMOUNTS: readonly MeasureName[] = ['cpuPercent', 'ramPercent', 'diskPercent'];

/** All other measures that this host reports. */
function linesOfMore(sample: Sample, language: Language): string[] {
  const figures = figuresOf(sample);
  const hasSwap = sample.swapTotalBytes > 0;
  return measureNames.flatMap((measure) => {
    const figure = figures[measure];
    if (WITH_AMOUNTS.includes(measure) || figure === null || (measure === 'swapPercent' && !hasSwap)) return [];
    return `- ${words[measure][language]}: ${formats[measures[measure].unit](figure, language)}`;
  });
}

function lineOfSpan({ measure, minimum, average, maximum }: MeasureSpan, language: Language): string {
  const format = formats[measures[measure].unit];
  const numbers = [minimum, average, maximum].map((value) => format(value, language));
  return `- ${words[measure][language]}: ${numbers.join(' / ')}`;
}

const words: Readonly<Record<MeasureName, Text>> = {
  cpuPercent: promptMessages.measures.cpu,
  cpuTemperatureCelsius: promptMessages.measures.cpuTemperature,
  ramPercent: promptMessages.measures.ram,
  swapPercent: promptMessages.measures.swap,
  loadAverage: promptMessages.measures.load,
  diskPercent: promptMessages.measures.disk,
  networkReceived: promptMessages.measures.networkReceived,
  networkSent: promptMessages.measures.networkSent,
  diskRead: promptMessages.measures.diskRead,
  diskWritten: promptMessages.measures.diskWritten,
};

type Format = (value: number, language: Language) => string;

const percent: Format = (value, language) => `${decimal(value, 1, language)} %`;
const gigabytes: Format = (bytes, language) => `${decimal(bytes / 1024 ** 3, 2, language)} GB`;

const formats: Readonly<Record<Unit, Format>> = {
  percent,
  bytesPerSecond: (value, language) => `${decimal(value / 1024, 1, language)} KiB/s`,
  celsius: (value, language) => `${decimal(value, 1, language)} °C`,
  load: (value, language) => decimal(value, 2, language),
};

function decimal(value: number, maximumFractionDigits: number, language: Language): string {
  return value.toLocaleString(htmlLang[language], { maximumFractionDigits, useGrouping: false });
}
