import { describe, expect, test } from 'vitest';
import { limitsOf } from '../../../../src/features/alerts/rules/measure-limits.js';
import { read } from './read.js';

const limits = (text: string) => limitsOf(read(text)).map(({ measure, limit }) => `${measure} ${limit}`);

describe('the limits of a condition', () => {
  test('are its comparisons with a measure, in the unit of the chart', () => {
    expect(limits('cpu > 90 %')).toEqual(['cpuPercent 90']);
    expect(limits('load1 >= 2')).toEqual(['loadAverage 2']);
    expect(limits('netin > 10 MB/s')).toEqual([`networkReceived ${10 * 1024 ** 2}`]);
    expect(limits('ram < 5')).toEqual(['ramPercent 5']);
  });

  test('are those under AND and OR, each once', () => {
    expect(limits('cpu > 90 and not time(22:00-06:00)')).toEqual(['cpuPercent 90']);
    expect(limits('(cpu > 80 and ram > 70) or cpu > 95 or avg(cpu, 10m) > 80')).toEqual([
      'cpuPercent 80',
      'ramPercent 70',
      'cpuPercent 95',
    ]);
  });

  test('are none where crossing the line could end an alert', () => {
    expect(limits('not cpu > 90')).toEqual([]);
    expect(limits('cpu > 90 xor ram > 80')).toEqual([]);
    expect(limits('swap > 50 and not (cpu > 90 or ram > 80)')).toEqual(['swapPercent 50']);
  });

  test('are none of what the chart does not show on its scale', () => {
    expect(limits('rise(disk, 24h) > 10')).toEqual([]);
    expect(limits('disk("/var") > 90')).toEqual([]);
    expect(limits('load5 > 2 or uptime < 10 min or away > 2 min')).toEqual([]);
    expect(limits('cpu > 100 or ram >= 0')).toEqual([]);
    expect(limits('max(ram, 1h) > 90')).toEqual(['ramPercent 90']);
  });
});
