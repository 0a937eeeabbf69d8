import type { Collect } from './collector.js';
import { NETWORK_CLASS } from './network-devices.js';

/** States of an array that are told, by the words of `/proc/mdstat` for work in progress. */
const WORK: Readonly<Record<string, string>> = { recovery: 'recovering', resync: 'resync', check: 'check' };
const STATES = ['active', 'inactive', ...Object.values(WORK)];

/** Adds the state of software RAID, and how many of its disks work. */
export const collectArrays: Collect = (files, series) => {
  const text = files.readOptional('/proc/mdstat') ?? '';
  for (const [, device = '', head = '', body = ''] of text.matchAll(/^(md\S*) : (.*)\n((?:[ \t]+\S.*\n?)*)/gm)) {
    const isActive = head.startsWith('active');
    const count = (mark: RegExp) => [...head.matchAll(mark)].length;
    const [failed, spare, members] = [count(/\(F\)/g), count(/\(S\)/g), count(/\[\d+\]/g)];
    // Without redundancy, an array does not say how many disks it needs: all of them.
    const [, required = members - failed - spare, active = members - failed - spare] =
      /\[(\d+)\/(\d+)\]/.exec(body) ?? [];
    const blocks = Number(/(\d+) blocks/.exec(body)?.[1] ?? Number.NaN);
    const [, work = '', isPending, synced] =
      /(recovery|resync|check) *=(?:(PENDING|DELAYED)|.*\((\d+)\/\d+\))/.exec(body) ?? [];
    const state = isActive ? (WORK[work] ?? 'active') : 'inactive';
    for (const one of STATES) series.add('node_md_state', one === state ? 1 : 0, device, one);
    series.add('node_md_disks', isActive ? Number(active) : 0, device, 'active');
    series.add('node_md_disks', failed, device, 'failed');
    series.add('node_md_disks', spare, device, 'spare');
    series.add('node_md_disks_required', isActive ? Number(required) : 0, device);
    series.add('node_md_blocks', blocks, device);
    series.add('node_md_blocks_synced', isPending ? 0 : Number(synced ?? blocks), device);
  }
};

/** Adds how many of the network devices in each bond work. */
export const collectBonds: Collect = (files, series) => {
  for (const master of words(files.readLine(`${NETWORK_CLASS}/bonding_masters`))) {
    const folder = `${NETWORK_CLASS}/${master}`;
    const devices = words(files.readLine(`${folder}/bonding/slaves`));
    // Older kernels have the second name.
    const isUp = (device: string) =>
      ['lower', 'slave'].some(
        (link) => files.readLine(`${folder}/${link}_${device}/bonding_slave/mii_status`) === 'up',
      );
    series.add('node_bonding_slaves', devices.length, master);
    series.add('node_bonding_active', devices.filter(isUp).length, master);
  }
};

const MEMORY_CONTROLLERS = '/sys/devices/system/edac/mc';

/** Adds the errors that memory with error correction has found, by controller and row of chips. */
export const collectMemoryErrors: Collect = (files, series) => {
  for (const [name, controller = ''] of numbered(files.list(MEMORY_CONTROLLERS), 'mc')) {
    const folder = `${MEMORY_CONTROLLERS}/${name}`;
    const read = (file: string) => files.readNumber(`${folder}/${file}`);
    series.add('node_edac_correctable_errors_total', read('ce_count'), controller);
    series.add('node_edac_uncorrectable_errors_total', read('ue_count'), controller);
    const rows = [
      ...numbered(files.list(folder), 'csrow').map(([row, number]) => [`${row}/ce_count`, `${row}/ue_count`, number]),
    ];
    for (const [correctable = '', uncorrectable = '', row = ''] of [
      ...rows,
      ['ce_noinfo_count', 'ue_noinfo_count', 'unknown'],
    ]) {
      series.add('node_edac_csrow_correctable_errors_total', read(correctable), controller, row);
      series.add('node_edac_csrow_uncorrectable_errors_total', read(uncorrectable), controller, row);
    }
  }
};

/** Returns the names that are a prefix and a number, with that number. */
function numbered(names: readonly string[], prefix: string): (readonly [name: string, number: string])[] {
  return names.flatMap((name) => {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return /^\d+$/.test(number) ? [[name, number] as const] : [];
  });
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
