import { type Language, localeOf } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import type { Unit } from '../measure.js';
import { collectFigures, type MeasureName, measureNames, measures } from '../measures.js';
import type { Sample } from '../sampler.js';

/** The range of a measure over a span of time, in its unit. */
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

/**
 * Builds the provider's prompt from a fixed text, the current values and those of the last hour (contract 4, promise
 * 28).
 */
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
  const { cpuPercent, ramTotalBytes, ramAvailableBytes, diskUsedBytes, diskTotalBytes } = sample;
  const line = (measure: MeasureName, text: string) => `- ${nameOf(measure, language)}: ${text}`;
  const amount = (measure: MeasureName, usedBytes: number | null, totalBytes: number | null) => {
    if (usedBytes === null || totalBytes === null) return [];
    const ofTotal = `${gibibytes(usedBytes, language)} ${translate('monitoring.analysis.prompt.of', language)} ${gibibytes(totalBytes, language)}`;
    return [line(measure, `${percent((usedBytes / totalBytes) * 100, language)} (${ofTotal})`)];
  };
  const ramUsedBytes = ramTotalBytes === null || ramAvailableBytes === null ? null : ramTotalBytes - ramAvailableBytes;
  return [
    ...(cpuPercent === null ? [] : [line('cpuPercent', percent(cpuPercent, language))]),
    ...amount('ramPercent', ramUsedBytes, ramTotalBytes),
    ...amount('diskPercent', diskUsedBytes, diskTotalBytes),
  ];
}

/** Measures that {@link linesOfNow} prints along with their totals. */
const WITH_AMOUNTS: readonly MeasureName[] = ['cpuPercent', 'ramPercent', 'diskPercent'];

/** Lists all other measures this host reports. */
function linesOfMore(sample: Sample, language: Language): string[] {
  const figures = collectFigures(sample);
  const hasSwap = sample.swapTotalBytes !== 0;
  return measureNames.flatMap((measure) => {
    const figure = figures[measure];
    if (WITH_AMOUNTS.includes(measure) || figure === null || (measure === 'swapPercent' && !hasSwap)) return [];
    return `- ${nameOf(measure, language)}: ${formats[measures[measure].unit](figure, language)}`;
  });
}

function lineOfSpan({ measure, minimum, average, maximum }: MeasureSpan, language: Language): string {
  const format = formats[measures[measure].unit];
  const numbers = [minimum, average, maximum].map((value) => format(value, language));
  return `- ${nameOf(measure, language)}: ${numbers.join(' / ')}`;
}

function nameOf(measure: MeasureName, language: Language): string {
  return translate(measures[measure].promptLabel, language);
}

type Format = (value: number, language: Language) => string;

const percent: Format = (value, language) => `${decimal(value, 1, language)} %`;
const gibibytes: Format = (bytes, language) => `${decimal(bytes / 1024 ** 3, 2, language)} GiB`;

const formats: Readonly<Record<Unit, Format>> = {
  percent,
  bytesPerSecond: (value, language) => `${decimal(value / 1024, 1, language)} KiB/s`,
  celsius: (value, language) => `${decimal(value, 1, language)} °C`,
  load: (value, language) => decimal(value, 2, language),
};

function decimal(value: number, maximumFractionDigits: number, language: Language): string {
  return value.toLocaleString(localeOf(language), { maximumFractionDigits, useGrouping: false });
}
