import type { Collect } from './collector.js';
import type { MachineFiles } from './machine-files.js';

export const PROCESSORS = '/sys/devices/system/cpu';

/** Returns the numbers of the processors that sysfs lists. */
export function listProcessors(files: MachineFiles): readonly string[] {
  const names = files.list(PROCESSORS).filter((name) => /^cpu\d+$/.test(name));
  return names.map((name) => name.slice('cpu'.length)).sort((a, b) => Number(a) - Number(b));
}

/** Adds which processors are online and isolated, and how often they were throttled. */
export const collectProcessorStates: Collect = (files, series) => {
  const processors = listProcessors(files);
  // Where processors cannot be switched off, none has this file.
  const canSwitch = processors.some((cpu) => files.readOptional(`${PROCESSORS}/cpu${cpu}/online`) !== undefined);
  const online = parseRanges(files.readLine(`${PROCESSORS}/online`));
  for (const cpu of processors) {
    if (canSwitch) series.add('node_cpu_online', online.has(Number(cpu)) ? 1 : 0, cpu);
    const read = (file: string) => files.readNumber(`${PROCESSORS}/cpu${cpu}/${file}`);
    const packageOfCpu = String(read('topology/physical_package_id'));
    const core = String(read('topology/core_id'));
    series.add('node_cpu_core_throttles_total', read('thermal_throttle/core_throttle_count'), packageOfCpu, core);
    series.add('node_cpu_package_throttles_total', read('thermal_throttle/package_throttle_count'), packageOfCpu);
  }
  for (const cpu of parseRanges(files.readLine(`${PROCESSORS}/isolated`))) {
    series.add('node_cpu_isolated', 1, String(cpu));
  }
};

/** Adds the bounds of each processor's frequency; the present frequency asks the processor (`collectFrequencies`). */
export const collectFrequencyBounds: Collect = (files, series) => {
  for (const cpu of listProcessors(files)) {
    const folder = `${PROCESSORS}/cpu${cpu}/cpufreq`;
    const addHertz = (name: string, file: string) =>
      series.add(`node_cpu_${name}_hertz`, files.readNumber(`${folder}/${file}`) * 1000, cpu);
    addHertz('frequency_min', 'cpuinfo_min_freq');
    addHertz('frequency_max', 'cpuinfo_max_freq');
    addHertz('scaling_frequency_min', 'scaling_min_freq');
    addHertz('scaling_frequency_max', 'scaling_max_freq');
    const chosen = files.readLine(`${folder}/scaling_governor`);
    for (const governor of files.readLine(`${folder}/scaling_available_governors`).split(' ').filter(Boolean)) {
      series.add('node_cpu_scaling_governor', governor === chosen ? 1 : 0, cpu, governor);
    }
  }
};

/** Parses the kernel's lists of processors, such as `0-3,8`. */
function parseRanges(text: string): ReadonlySet<number> {
  const ranges = text.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return from === undefined || to === undefined || range === '' ? [] : [{ from, to }];
  });
  return new Set(ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)));
}
