import { describe, expect, test } from 'vitest';
import { analysisPrompt, type MeasureSpan } from '../../../../src/features/monitoring/analysis/analysis-prompt.js';
import { collectFigures, measureNames, measures } from '../../../../src/features/monitoring/measures.js';
import type { Sample } from '../../../../src/features/monitoring/sampler.js';
import { translate } from '../../../../src/i18n/translate.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

const GIB = 1024 ** 3;
const SAMPLE: Sample = {
  ...new FakeHost().reading,
  cpuPercent: 12.34,
  ramTotalBytes: 16 * GIB,
  ramAvailableBytes: 4 * GIB,
  diskTotalBytes: 1000 * GIB,
  diskUsedBytes: 333.333 * GIB,
  swapTotalBytes: 0,
  loadAverage: null,
  cpuTemperatureCelsius: null,
  network: { received: 1536, sent: 0 },
  diskActivity: null,
  kernelFigures: {},
  sampledAt: '2026-01-02T03:04:05.678Z',
};
const SPANS: readonly MeasureSpan[] = [
  { measure: 'cpuPercent', minimum: 1, average: 12.26, maximum: 99.94 },
  { measure: 'cpuTemperatureCelsius', minimum: -1.5, average: 54.36, maximum: 101 },
  { measure: 'ramPercent', minimum: 70, average: 75, maximum: 80 },
  { measure: 'swapPercent', minimum: 0, average: 0, maximum: 0 },
  { measure: 'loadAverage', minimum: 0.015, average: 1.234, maximum: 12 },
  { measure: 'diskPercent', minimum: 33, average: 33, maximum: 33 },
  { measure: 'networkReceived', minimum: 0, average: 1536, maximum: 2_097_152 },
  { measure: 'networkSent', minimum: 0, average: 512, maximum: 1024 },
  { measure: 'diskRead', minimum: 0, average: 100, maximum: 1024 },
  { measure: 'diskWritten', minimum: 1024, average: 2048, maximum: 4096 },
];

describe('the prompt (contract 4, promise 28)', () => {
  test('is a fixed text and the numbers of now, in Portuguese', () => {
    expect(analysisPrompt({ sample: SAMPLE, lastHour: [], language: 'pt' }).split('\n').slice(2)).toEqual([
      'Agora:',
      '- Processador: 12,3 %',
      '- Memória: 75 % (12 GiB de 16 GiB)',
      '- Disco: 33,3 % (333,33 GiB de 1000 GiB)',
      '- Rede, recebido: 1,5 KiB/s',
      '- Rede, enviado: 0 KiB/s',
      '',
      'Da última hora ainda não há medidas guardadas.',
    ]);
  });

  test('has the last hour of each measure that is known, in English', () => {
    const sample = { ...SAMPLE, ...new FakeHost().reading, kernelFigures: {} };
    expect(analysisPrompt({ sample, lastHour: SPANS, language: 'en' }).split('\n').slice(2)).toEqual([
      'Now:',
      '- Processor: 9 %',
      '- Memory: 25 % (4 GiB of 16 GiB)',
      '- Disk: 25 % (25 GiB of 100 GiB)',
      '- Processor temperature: 54.4 °C',
      '- Swap: 25 %',
      '- Load (processes ready to run): 0.5',
      '- Network, received: 1 KiB/s',
      '- Network, sent: 0.2 KiB/s',
      '- Disk, read: 4 KiB/s',
      '- Disk, written: 8 KiB/s',
      '',
      'In the last hour (minimum / average / maximum):',
      '- Processor: 1 % / 12.3 % / 99.9 %',
      '- Processor temperature: -1.5 °C / 54.4 °C / 101 °C',
      '- Memory: 70 % / 75 % / 80 %',
      '- Swap: 0 % / 0 % / 0 %',
      '- Load (processes ready to run): 0.02 / 1.23 / 12',
      '- Disk: 33 % / 33 % / 33 %',
      '- Network, received: 0 KiB/s / 1.5 KiB/s / 2048 KiB/s',
      '- Network, sent: 0 KiB/s / 0.5 KiB/s / 1 KiB/s',
      '- Disk, read: 0 KiB/s / 0.1 KiB/s / 1 KiB/s',
      '- Disk, written: 1 KiB/s / 2 KiB/s / 4 KiB/s',
    ]);
  });

  test('has a line for every measure of the registry that the host reports', () => {
    const sample = { ...SAMPLE, ...new FakeHost().reading };
    const lastHour = measureNames.map((measure) => ({ measure, minimum: 1, average: 2, maximum: 3 }));
    const [now = '', hour = ''] = analysisPrompt({ sample, lastHour, language: 'en' }).split('In the last hour');
    const figures = collectFigures(sample);
    for (const name of measureNames) {
      const line = `\n- ${translate(measures[name].promptLabel, 'en')}: `;
      const figure = measures[name].unit === 'bytesPerSecond' ? Number(figures[name]) / 1024 : figures[name];
      expect(now).toContain(`${line}${Math.round(Number(figure) * 10) / 10}`);
      expect(hour).toContain(line);
    }
  });

  test('asks for plain text in the language of the caller', () => {
    const taskIn = (language: 'pt' | 'en') => analysisPrompt({ sample: SAMPLE, lastHour: [], language }).split('\n')[0];
    expect(taskIn('pt')).toContain('Responda em português do Brasil, em texto simples');
    expect(taskIn('en')).toContain('Answer in English, in plain text');
  });
});
