import { describe, expect, test } from 'vitest';
import { type Averages, type FindingsInput, findAll } from '../../../../src/features/monitoring/findings/find.js';
import { shapeFinding } from '../../../../src/features/monitoring/findings/finding.type.js';
import { fitTrend } from '../../../../src/features/monitoring/findings/trend.js';
import { type MeasureName, measureNames, measures } from '../../../../src/features/monitoring/measures.js';
import { shapeMetrics } from '../../../../src/features/monitoring/metrics-view.js';
import { DEFAULT_UNITS } from '../../../../src/shared/units/units.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

const SAMPLE = { ...new FakeHost().reading, sampledAt: '2026-01-02T03:04:05.678Z' };

/** Returns averages of 10 for each measure and 1 for the load, with the given exceptions. */
function averages(length: number, changes: Partial<Record<MeasureName, readonly (number | null)[]>> = {}): Averages {
  const flat = Object.fromEntries(measureNames.map((measure) => [measure, Array(length).fill(10)]));
  return { ...(flat as unknown as Averages), loadAverage: Array(length).fill(1), ...changes };
}

function measured(changes: Partial<FindingsInput> = {}): FindingsInput {
  return {
    now: shapeMetrics(SAMPLE),
    minutes: averages(61),
    cpuMaximum: 34,
    hours: averages(169),
    gap: undefined,
    ...changes,
  };
}

/** Returns sixty-one values, the last `count` of which are `high`. */
function endingWith(count: number, high: number): number[] {
  return [...Array(61 - count).fill(1), ...Array(count).fill(high)];
}

const texts = (found: ReturnType<typeof findAll>, language = 'en', units = DEFAULT_UNITS) =>
  found.map((finding) => shapeFinding(finding, { language, units, cause: undefined }).text);

describe('findings', () => {
  test('say that there is nothing, with the figures of the hour', () => {
    const found = findAll(measured());
    expect(found).toEqual([{ kind: 'quiet', severity: 'information', measure: null, text: expect.anything() }]);
    expect(texts(found, 'pt')).toEqual([
      'Nada fora do comum na última hora: CPU em 10,0% na média e 34,0% no máximo; memória em 25,0%.',
    ]);
    expect(texts(found)).toEqual([
      'Nothing unusual in the last hour: CPU 10.0% on average and 34.0% at most, memory 25.0%.',
    ]);
  });

  test('say that it is too early before five minutes', () => {
    const young = (count: number) =>
      findAll(
        measured({ minutes: averages(61, { cpuPercent: [...Array(61 - count).fill(null), ...Array(count).fill(1)] }) }),
      );
    expect(young(4)[0]?.kind).toBe('tooEarly');
    expect(young(5)[0]?.kind).toBe('quiet');
  });

  test('are that nothing is unusual on a host that reports memory alone', () => {
    const host = measured({ minutes: averages(61, { cpuPercent: Array(61).fill(null) }) });
    const [quiet] = findAll({ ...host, now: { ...host.now, cpuPercent: null } });
    expect(quiet).toMatchObject({ kind: 'quiet', text: 'monitoring.findings.quietHour' });
  });

  test('tell for how long the processors have been busy, from three minutes on', () => {
    const busy = (count: number, percent = 95) =>
      findAll(measured({ minutes: averages(61, { cpuPercent: endingWith(count, percent) }) }));
    expect(texts(busy(12))).toEqual(['CPU above 90% for 12 minutes.']);
    expect(texts(busy(60))).toEqual(['CPU above 90% for 60 minutes.']);
    expect(texts(busy(61))).toEqual(['CPU above 90% for more than an hour.']);
    expect(busy(3)[0]?.kind).toBe('cpuHigh');
    expect(busy(2)[0]?.kind).toBe('quiet');
    expect(busy(12, 79.9)[0]?.kind).toBe('quiet');
    expect(busy(12, 80)[0]).toMatchObject({ kind: 'cpuHigh', severity: 'warning', measure: 'cpuPercent' });
    expect(texts(busy(12, 89.9))).toEqual(['CPU above 80% for 12 minutes.']);
    expect(busy(12, 90)[0]).toMatchObject({ kind: 'cpuHigh', severity: 'bad' });
  });

  test('count on over the minute that an agent has not handed over yet, and over no other', () => {
    const without = (...missing: number[]) => {
      const cpuPercent = endingWith(12, 95).map((figure, index) => (missing.includes(60 - index) ? null : figure));
      return texts(findAll(measured({ minutes: averages(61, { cpuPercent }) })))[0];
    };
    expect(without(1)).toBe('CPU above 90% for 11 minutes.');
    expect(without(2)).toMatch(/^Nothing unusual/);
    expect(without(1, 2)).toMatch(/^Nothing unusual/);
  });

  test('go by the thresholds of the measures, the warning below the bad', () => {
    const found = (measure: 'cpuPercent' | 'ramPercent' | 'swapPercent', figure: number) =>
      findAll(measured({ minutes: averages(61, { [measure]: endingWith(5, figure) }) })).map((finding) => [
        finding.severity,
        finding.measure,
      ]);
    for (const measure of ['cpuPercent', 'ramPercent', 'swapPercent'] as const) {
      const { warning, bad } = measures[measure].thresholds;
      expect(found(measure, warning - 0.1)).toEqual([['information', null]]);
      expect(found(measure, warning)).toEqual([['warning', measure]]);
      expect(found(measure, bad - 0.1)).toEqual([['warning', measure]]);
      expect(found(measure, bad)).toEqual([['bad', measure]]);
    }
    const disk = (diskPercent: number) => findAll(measured({ now: { ...shapeMetrics(SAMPLE), diskPercent } }))[0];
    const { warning, bad } = measures.diskPercent.thresholds;
    expect(disk(warning - 0.1)).toMatchObject({ kind: 'quiet' });
    expect(disk(warning)).toMatchObject({ kind: 'diskNearlyFull', severity: 'warning', measure: 'diskPercent' });
    expect(disk(bad)).toMatchObject({ kind: 'diskNearlyFull', severity: 'bad', measure: 'diskPercent' });
  });

  test('tell of a load beside busy processors, but not where these explain it', () => {
    const kinds = (cpuPercent: number) =>
      findAll(
        measured({
          minutes: averages(61, { cpuPercent: endingWith(5, cpuPercent), loadAverage: endingWith(5, 2.5) }),
        }),
      ).map(({ kind, measure }) => [kind, measure]);
    expect(kinds(95)).toEqual([['cpuHigh', 'cpuPercent']]);
    expect(kinds(85)).toEqual([
      ['cpuHigh', 'cpuPercent'],
      ['loadHigh', 'loadAverage'],
    ]);
  });

  test('a minute in which nothing was measured ends what lasts', () => {
    const figures = [...Array(50).fill(95), null, ...Array(10).fill(95)];
    expect(texts(findAll(measured({ minutes: averages(61, { cpuPercent: figures }) })))).toEqual([
      'CPU above 90% for 10 minutes.',
    ]);
  });

  test('tell of load above the number of processors, memory and swap', () => {
    const minutes = averages(61, {
      loadAverage: endingWith(5, 2.5),
      ramPercent: endingWith(4, 96),
      swapPercent: endingWith(30, 70),
    });
    expect(texts(findAll(measured({ minutes })))).toEqual([
      'Memory above 90% for 4 minutes.',
      'Load above the 2 cores for 5 minutes: programs are waiting their turn.',
      '25.0% of swap in use: memory is short.',
    ]);
  });

  test('tell of memory that rises steadily, and when it will be full', () => {
    const rise = (perHour: number) =>
      averages(61, { ramPercent: Array.from({ length: 61 }, (_, n) => 20 + (perHour * n) / 60) });
    const found = findAll(measured({ minutes: rise(4.2) }));
    expect(found).toEqual([{ kind: 'ramRising', severity: 'warning', measure: 'ramPercent', text: expect.anything() }]);
    expect(texts(found, 'pt')).toEqual(['A memória sobe 4,2% por hora: nesse ritmo, fica cheia em cerca de 18 horas.']);
    expect(texts(found)).toEqual(['Memory is rising 4.2% an hour: at this rate it is full in about 18 hours.']);
    expect(findAll(measured({ minutes: rise(1.9) }))[0]?.kind).toBe('quiet');
    expect(findAll(measured({ minutes: rise(-4) }))[0]?.kind).toBe('quiet');
  });

  test('take a wobble for no rise, and half an hour for the least', () => {
    const wobble = Array.from({ length: 61 }, (_, n) => 20 + (n % 2) * 30 + n / 15);
    expect(findAll(measured({ minutes: averages(61, { ramPercent: wobble }) }))[0]?.kind).toBe('quiet');
    const short = (count: number) => [
      ...Array(61 - count).fill(null),
      ...Array.from({ length: count }, (_, n) => n / 10),
    ];
    expect(findAll(measured({ minutes: averages(61, { ramPercent: short(29) }) }))[0]?.kind).toBe('quiet');
    expect(findAll(measured({ minutes: averages(61, { ramPercent: short(30) }) }))[0]?.kind).toBe('ramRising');
  });

  test('tell when the disk will be full at this rate, within two months', () => {
    const now = { ...shapeMetrics(SAMPLE), diskPercent: 82 };
    const filling = (perDay: number) =>
      averages(169, { diskPercent: Array.from({ length: 169 }, (_, n) => 60 + (perDay * n) / 24) });
    const [found] = findAll(measured({ now, hours: filling(2) }));
    expect([found?.severity, found && texts([found])[0]]).toEqual([
      'warning',
      'At this rate the disk is full in about 9 days.',
    ]);
    expect(findAll(measured({ now, hours: filling(4) }))[0]?.severity).toBe('bad');
    expect(findAll(measured({ now, hours: filling(0.29) }))[0]?.kind).toBe('quiet');
    expect(findAll(measured({ now, hours: filling(-2) }))[0]?.kind).toBe('quiet');
  });

  test('tell of disks that are nearly full, the monitored one once', () => {
    const fileSystem = {
      path: '/',
      type: 'ext4',
      total: 100,
      used: 93,
      usedPercent: 93,
      readOnly: false,
      stale: false,
    };
    const now = {
      ...shapeMetrics(SAMPLE),
      diskPercent: 93,
      memoryUsed: 93,
      // Two of the free gigabytes are reserved for root.
      diskAvailableBytes: 5 * 1024 ** 3,
      fileSystems: [
        fileSystem,
        { ...fileSystem, path: '/mnt', total: 50, used: 48, usedPercent: 96 },
        { ...fileSystem, path: '/snap/core', total: 1, used: 1, usedPercent: 100, readOnly: true },
      ],
    };
    const found = findAll(measured({ now }));
    expect(texts(found)).toEqual(['Disk 93.0% full: 5.0 GiB left.', '/mnt is 96.0% full.']);
    expect(texts(found, 'pt', { ...DEFAULT_UNITS, unitPrefixes: 'decimal' })[0]).toBe(
      'Disco 93,0% cheio: restam 5,4 GB.',
    );
    // The other file system has no measure.
    expect(found.map(({ measure }) => measure)).toEqual(['diskPercent', null]);
  });

  test('tell what does not answer, and when nothing was measured', () => {
    const fileSystems = [
      { path: '/mnt/nas', type: 'nfs4', total: 5, used: 1, usedPercent: 20, readOnly: false, stale: true },
    ];
    const now = { ...shapeMetrics(SAMPLE), fileSystems, stale: ['network', 'fileSystems'] as const };
    const found = findAll(measured({ now, gap: { lengthMs: 3 * 3_600_000, endedMsAgo: 90 * 60_000 } }));
    expect(texts(found, 'pt')).toEqual([
      'Sem resposta: /mnt/nas, rede. Os números mostrados são os últimos.',
      'Nada foi medido durante 3 horas; a medição voltou há 90 minutos.',
    ]);
    expect(findAll(measured({ gap: { lengthMs: 299_999, endedMsAgo: 0 } }))[0]?.kind).toBe('quiet');
  });
});

describe('a trend', () => {
  test('is the line of least squares', () => {
    expect(
      fitTrend([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toEqual({ slope: 2, correlation: 1 });
    expect(
      fitTrend([
        [0, 0],
        [1, 1],
        [2, 0],
      ]),
    ).toEqual({ slope: 0, correlation: 0 });
    expect(
      fitTrend([
        [0, 4],
        [1, 4],
      ]),
    ).toEqual({ slope: 0, correlation: 0 });
  });

  test('needs two moments', () => {
    expect(fitTrend([])).toBeUndefined();
    expect(
      fitTrend([
        [1, 1],
        [1, 2],
      ]),
    ).toBeUndefined();
  });
});
