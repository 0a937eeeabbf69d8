import { hostname } from 'node:os';
import type { Collect } from './collector.js';

/** Adds the names of the system, as `uname` says them. */
export const collectNames: Collect = (files, series) => {
  const read = (name: string) => files.read(`/proc/sys/kernel/${name}`).trim();
  const { arch } = process;
  const machine = MACHINES[arch] ?? arch;
  const labels = [read('domainname'), machine, hostname(), read('osrelease'), read('ostype'), read('version')];
  series.add('node_uname_info', 1, ...labels);
};

/** The kernel's names of architectures that Node.js calls otherwise. */
const MACHINES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64', arm: 'armv7l', ia32: 'i686' };

/** Adds the average number of running or waiting processes. */
export const collectLoad: Collect = (files, series) => {
  const [one, five, fifteen] = files.read('/proc/loadavg').split(' ').map(Number);
  series.add('node_load1', one ?? Number.NaN);
  series.add('node_load5', five ?? Number.NaN);
  series.add('node_load15', fifteen ?? Number.NaN);
};
