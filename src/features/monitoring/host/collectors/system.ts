import { hostname, machine, release, type, version } from 'node:os';
import { osLabels } from '../../exposition/kernel-families.js';
import type { Collect } from './collector.js';

/** Adds the names of the system, as `uname` says them. */
export const collectNames: Collect = (files, series) => {
  const domain = files.readLine('/proc/sys/kernel/domainname');
  series.add('node_uname_info', 1, domain, machine(), hostname(), release(), type(), version());
};

/** Adds what `os-release(5)` says of the distribution. */
export const collectDistribution: Collect = (files, series) => {
  const text = files.readOptional('/etc/os-release') ?? files.read('/usr/lib/os-release');
  const fields = new Map(
    [...text.matchAll(/^([A-Z_]+)=(["']?)(.*)\2$/gm)].map(([, name = '', , value = '']) => [
      name.toLowerCase(),
      value.replace(/\\(.)/g, '$1'),
    ]),
  );
  const valuesOf = (labels: readonly string[]) => labels.map((label) => fields.get(label) ?? '');
  series.add('node_os_info', 1, ...valuesOf(osLabels));
  const version = /^\d+(?:\.\d+)?/.exec(fields.get('version_id') ?? '')?.[0];
  if (version !== undefined) series.add('node_os_version', Number(version), ...valuesOf(['id', 'id_like', 'name']));
};

/** Adds the average number of running or waiting processes. */
export const collectLoad: Collect = (files, series) => {
  const [one, five, fifteen] = files.read('/proc/loadavg').split(' ').map(Number);
  series.add('node_load1', one ?? Number.NaN);
  series.add('node_load5', five ?? Number.NaN);
  series.add('node_load15', fifteen ?? Number.NaN);
};

const CLOCK_SOURCES = '/sys/devices/system/clocksource';

/** Adds the time, its zone, and what the kernel counts it with. */
export const collectTime: Collect = (files, series) => {
  const now = new Date();
  series.add('node_time_seconds', now.getTime() / 1000);
  series.add('node_time_zone_offset_seconds', -now.getTimezoneOffset() * 60, zoneName(now));
  const devices = files.list(CLOCK_SOURCES).filter((name) => /^clocksource\d+$/.test(name));
  devices.forEach((device, at) => {
    const read = (name: string) => files.readLine(`${CLOCK_SOURCES}/${device}/${name}_clocksource`);
    for (const source of read('available').split(' ').filter(Boolean)) {
      series.add('node_time_clocksource_available_info', 1, String(at), source);
    }
    series.add('node_time_clocksource_current_info', 1, String(at), read('current'));
  });
};

function zoneName(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
