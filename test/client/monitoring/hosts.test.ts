import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentCommand, upgradeCommand } from '../../../client/src/features/administration/hosts/agent-command.js';
import { EMPTY_SCRAPE, scrapeInputOf } from '../../../client/src/features/administration/hosts/scrape-form.js';
import { tagsOfText } from '../../../client/src/features/administration/parts/tags-of-text.js';
import { asksForCharts } from '../../../client/src/features/monitoring/hosts/asks-for-charts.js';
import { HostFigures, readRow } from '../../../client/src/features/monitoring/hosts/host-figures.js';
import {
  type HostsFilter,
  parseFilter,
  searchWith,
} from '../../../client/src/features/monitoring/hosts/hosts-filter.js';
import { idsInSight } from '../../../client/src/features/monitoring/hosts/visible-ids.js';
import { hostPath, pageOf, paths } from '../../../client/src/paths.js';
import { clientPages } from '../../../src/app/client-pages.js';

const SECOND = 1000;
const START = Date.parse('2026-11-22T12:00:00Z');
const at = (seconds: number) => new Date(START + seconds * SECOND).toISOString();

describe('the addresses of hosts', () => {
  test('the server answers that of all and that of each, and both are one page', () => {
    const answered = clientPages.map(({ path }) => path).filter((path) => path.startsWith(paths.monitoring));
    expect(answered).toEqual([paths.monitoring, `${paths.monitoring}:host/`]);
    expect(hostPath('7')).toBe('/sistema/monitoramento/7/');
    expect(pageOf(hostPath('7'))).toBe(paths.monitoring);
  });

  test('a filter comes back from its address, whatever is searched for', () => {
    const filters: fc.Arbitrary<HostsFilter> = fc.record({
      search: fc.string({ unit: 'grapheme' }),
      tag: fc.string({ unit: 'grapheme' }),
      state: fc.constantFrom(undefined, 'LIVE', 'LATE', 'AWAY', 'RETIRED', 'WAITING'),
      order: fc.constantFrom('WORST', 'NAME'),
    });
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilter(searchWith(filter))).toEqual(filter);
      }),
    );
    expect(searchWith(parseFilter('?estado=constructor&ordem=x'))).toBe('');
  });

  test('an address about charts is not that of the list', () => {
    for (const search of ['?periodo=hora', '?parede&periodo=hora', '?de=2026-01-01T00:00Z&ate=2026-01-02T00:00Z']) {
      expect(asksForCharts(search, '')).toBe(true);
    }
    expect(asksForCharts('', '#chart-cpu')).toBe(true);
    expect(asksForCharts('?estado=ao-vivo', '')).toBe(false);
    expect(asksForCharts('?parede', '')).toBe(false);
  });
});

describe('the hosts in sight', () => {
  test('are subscribed to in whole blocks of the list, never more than a hundred', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => String(index));
    fc.assert(
      fc.property(fc.nat(999), fc.nat(79), (first, more) => {
        const last = Math.min(999, first + more);
        const found = idsInSight(ids, first, last);
        expect(found.length).toBeLessThanOrEqual(100);
        expect(found).toContain(String(first));
        expect(found).toContain(String(last));
        expect(Number(found[0]) % 20).toBe(0);
      }),
    );
    expect(idsInSight(ids, 0, -1)).toEqual([]);
    expect(idsInSight(ids.slice(0, 3), 0, 2)).toEqual(['0', '1', '2']);
  });
});

describe('pushed rows', () => {
  test('say place, state and figures; null is what is not reported, and what is unknown is no row', () => {
    expect(readRow([3, 1, 10, 20, null, 4, 5])).toEqual({
      index: 3,
      state: 'LATE',
      figures: { cpu: 10, ram: 20, disk: null, received: 4, sent: 5 },
    });
    expect(readRow([0, 9, 1, 1, 1, 1, 1])).toBeUndefined();
    expect(readRow([])).toBeUndefined();
  });

  test('change the host of their place alone, whose readers hear of it', () => {
    const figures = new HostFigures();
    const heard: string[] = [];
    figures.subscribe('a', () => heard.push('a'));
    figures.subscribe('b', () => heard.push('b'));
    figures.push(['a', 'b'], { at: at(0), rows: [[1, 0, 1, 2, 3, 4, 5]] });
    expect(heard).toEqual(['b']);
    expect(figures.get('a')).toBeUndefined();
    expect(figures.get('b')).toMatchObject({ state: 'LIVE', figures: { cpu: 1 }, seenMs: START });
  });

  test('of a host that is away leave its last figures and the time when it was seen', () => {
    const figures = new HostFigures();
    figures.push(['a'], { at: at(0), rows: [[0, 0, 50, 2, 3, 4, 5]] });
    figures.push(['a'], { at: at(130), rows: [[0, 2, null, null, null, null, null]] });
    expect(figures.get('a')).toMatchObject({
      ...{ state: 'AWAY', figures: { cpu: 50 }, seenMs: START },
      points: [{ at: START / SECOND, figures: { cpu: 50 } }],
    });
  });

  const minutesOf = (figures: HostFigures) =>
    (figures.get('a')?.points ?? []).map((point) => [point.at - START / SECOND, point.figures.cpu]);

  test('continue the hour that was fetched, and what is fetched later does not undo them', () => {
    const figures = new HostFigures();
    figures.push(['a'], { at: at(0), rows: [[0, 0, 80, 2, 3, 4, 5]] });
    const minutes = (cpu: number | null) => Array.from({ length: 60 }, (_, minute) => (minute < 59 ? cpu : null));
    const [cpuPercent, others] = [minutes(20), minutes(null)];
    const series = { ramPercent: others, diskPercent: others, networkReceived: others, networkSent: others };
    figures.fill({ from: at(-59 * 60), hosts: [{ host: 'a', cpuPercent, ...series }] });
    figures.push(['a'], { at: at(5), rows: [[0, 0, 100, 2, 3, 4, 5]] });
    expect(minutesOf(figures)).toHaveLength(60);
    expect(minutesOf(figures).slice(-2)).toEqual([
      [-60, 20],
      [0, 90],
    ]);
    expect(figures.get('a')?.end).toBe(START / SECOND);
  });

  test('that do not come while a host is watched mean that nothing has changed; nobody knows what was unwatched', () => {
    const figures = new HostFigures();
    figures.push(['a'], { at: at(0), rows: [[0, 0, 10, 2, 3, 4, 5]] });
    figures.push(['a'], { at: at(240), rows: [[0, 0, 30, 2, 3, 4, 5]] });
    expect(minutesOf(figures)).toEqual([
      [0, 10],
      [60, 10],
      [120, 10],
      [180, 10],
      [240, 30],
    ]);
    figures.pause(['a']);
    figures.push(['a'], { at: at(480), rows: [[0, 0, 30, 2, 3, 4, 5]] });
    expect(minutesOf(figures).slice(-2)).toEqual([
      [240, 30],
      [480, 30],
    ]);
  });

  test('are newer than what is listed meanwhile', () => {
    const figures = new HostFigures();
    const newest = { cpuPercent: 9, ramPercent: 9, diskPercent: 9, networkReceived: null, networkSent: null };
    const listed = { id: 'a', name: 'a', tags: [], state: 'LATE' as const, isOwn: false, lastSeenAt: at(-60), newest };
    figures.list([listed], new Set());
    expect(figures.get('a')).toMatchObject({ state: 'LATE', figures: { cpu: 9 } });
    figures.push(['a'], { at: at(0), rows: [[0, 0, 1, 2, 3, 4, 5]] });
    figures.list([listed], new Set(['a']));
    expect(figures.get('a')).toMatchObject({ state: 'LIVE', figures: { cpu: 1 } });
    figures.list([listed], new Set());
    expect(figures.get('a')).toMatchObject({ state: 'LATE', figures: { cpu: 9 } });
  });
});

test('tags are read as the server keeps them', () => {
  expect(tagsOfText(' Produção, banco,,PRODUÇÃO , ')).toEqual(['produção', 'banco']);
  expect(tagsOfText('')).toEqual([]);
});

test('the line that starts an agent has its token, and the address and the pinned key of this service', () => {
  const installCommand =
    "curl -fsS 'x' https://vigia.lan/agent/install.sh | sudo sh -s -- --hub https://vigia.lan --token-file -";
  const hub = { url: 'https://vigia.lan', pin: null, installCommand };
  expect(agentCommand('installed', 'vigia_host_abc', hub)).toBe(
    `echo vigia_host_abc | sudo sh -c "$(curl -fsS 'x' https://vigia.lan/agent/install.sh)" vigia-agent --hub https://vigia.lan --token-file -`,
  );
  const docker = (changes: object) => agentCommand('docker', 'vigia_host_abc', { ...hub, ...changes });
  expect(docker({})).toMatch(/VIGIA_AGENT_TOKEN=vigia_host_abc vigia agent --hub https:\/\/vigia\.lan$/);
  expect(docker({ pin: 'sha256/x=' })).toMatch(/ --hub https:\/\/vigia\.lan --pin sha256\/x=$/);
  expect(docker({ url: 'http://10.0.0.1' })).toMatch(/ --hub http:\/\/10\.0\.0\.1 --allow-plain-http$/);
  expect(docker({ url: 'http://localhost:8000' })).toMatch(/ --hub http:\/\/localhost:8000$/);
  expect(upgradeCommand(installCommand)).toMatch(/ --hub https:\/\/vigia\.lan$/);
});

describe('the credentials of an address', () => {
  const form = { ...EMPTY_SCRAPE, url: ' http://a:9100 ', username: 'ana' };
  const basic = { ...form, login: 'basic' as const };
  const bearer = { ...form, login: 'bearer' as const };

  test('that are not chosen are removed', () => {
    expect(scrapeInputOf(form, bearer)).toEqual({
      ...{ url: 'http://a:9100', intervalSeconds: 15, basicAuth: null, bearerToken: null },
    });
  });

  test('stay where they are left empty, unless they are those of another', () => {
    expect(scrapeInputOf(basic, basic)).not.toHaveProperty('basicAuth');
    expect(scrapeInputOf({ ...bearer, username: 'typed before' }, bearer)).not.toHaveProperty('bearerToken');
    const other = { ...basic, username: 'bia' };
    expect(scrapeInputOf(other, basic)).toMatchObject({ basicAuth: { username: 'bia', password: '' } });
  });

  test('are sent as typed where there were none, so that an empty one is not taken for no login', () => {
    for (const present of [undefined, form]) {
      expect(scrapeInputOf(basic, present)).toMatchObject({ basicAuth: { username: 'ana', password: '' } });
      expect(scrapeInputOf(bearer, present)).toMatchObject({ basicAuth: null, bearerToken: '' });
    }
    expect(scrapeInputOf({ ...basic, password: 'x' }, basic)).toMatchObject({
      ...{ basicAuth: { username: 'ana', password: 'x' }, bearerToken: null },
    });
  });
});
