import type { Collect } from './collector.js';

/** Adds how long processes have waited for processors, disks and memory. */
export const collectPressure: Collect = (files, series) => {
  const add = (resource: string, line: 'some' | 'full', state: 'waiting' | 'stalled') => {
    const text = files.readOptional(`/proc/pressure/${resource}`) ?? '';
    const total = new RegExp(`^${line} .*total=(\\d+)$`, 'm').exec(text)?.[1];
    if (total !== undefined) series.add(`node_pressure_${resource}_${state}_seconds_total`, Number(total) / 1e6);
  };
  add('cpu', 'some', 'waiting');
  for (const resource of ['io', 'memory']) {
    add(resource, 'some', 'waiting');
    add(resource, 'full', 'stalled');
  }
  add('irq', 'full', 'stalled');
};

/** Adds the counters of memory pages that node_exporter chooses by default. */
export const collectPages: Collect = (files, series) => {
  for (const [, name = '', value] of files.read('/proc/vmstat').matchAll(/^(\S+) (\d+)$/gm)) {
    series.add(`node_vmstat_${name}`, Number(value));
  }
};

/** Adds how many files are open, and how many may be. */
export const collectOpenFiles: Collect = (files, series) => {
  const [allocated, , maximum] = files.read('/proc/sys/fs/file-nr').trim().split(/\s+/).map(Number);
  series.add('node_filefd_allocated', allocated ?? Number.NaN);
  series.add('node_filefd_maximum', maximum ?? Number.NaN);
};

/** Adds how much randomness the kernel has collected. */
export const collectEntropy: Collect = (files, series) => {
  series.add('node_entropy_available_bits', files.readNumber('/proc/sys/kernel/random/entropy_avail'));
  series.add('node_entropy_pool_size_bits', files.readNumber('/proc/sys/kernel/random/poolsize'));
};

/** Adds how many tasks the kernel has found hanging; only newer kernels count them. */
export const collectHungTasks: Collect = (files, series) => {
  series.add('node_kernel_hung_tasks_total', files.readNumber('/proc/sys/kernel/hung_task_detect_count'));
};

const SELINUX_MODES = ['disabled', 'permissive', 'enforcing'];

/** Adds whether SELinux is on, and if so its modes: 1 for enforcing, 0 for permissive, -1 for disabled. */
export const collectSelinux: Collect = (files, series) => {
  const current = files.readNumber('/sys/fs/selinux/enforce');
  series.add('node_selinux_enabled', Number.isNaN(current) ? 0 : 1);
  if (Number.isNaN(current)) return;
  series.add('node_selinux_current_mode', current);
  const configured = /^\s*SELINUX\s*=\s*(\w+)/m.exec(files.readOptional('/etc/selinux/config') ?? '')?.[1] ?? '';
  const mode = SELINUX_MODES.indexOf(configured);
  if (mode >= 0) series.add('node_selinux_config_mode', mode - 1);
};
