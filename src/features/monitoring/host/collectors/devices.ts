import { boardLabels, powerSupplyFigures, powerSupplyLabels } from '../../exposition/hardware-families.js';
import { readDeviceFile } from '../device-files.js';
import type { Collect, CollectFromDevices } from './collector.js';
import { listNetworkDevices, NETWORK_CLASS } from './network-devices.js';
import { listProcessors, PROCESSORS } from './processor-facts.js';

/**
 * Adds the speed of each network device and what describes it. For these, sysfs asks the driver, which may wait for the
 * hardware; virtual devices have none.
 */
export const collectLinks: CollectFromDevices = async (files, series) => {
  for (const device of listNetworkDevices(files)) {
    const folder = `${NETWORK_CLASS}/${device}`;
    const line = (file: string) => files.readLine(`${folder}/${file}`);
    const isPhysical = files.realPath(`${folder}/device`) !== undefined;
    const ask = (file: string) =>
      isPhysical ? readDeviceFile(files.pathOf(`${folder}/${file}`)) : files.readOptional(`${folder}/${file}`)?.trim();
    const duplex = (await ask('duplex')) ?? '';
    const megabits = numberIn(await ask('speed'));
    series.add('node_network_speed_bytes', (megabits * 1e6) / 8, device);
    const state = [line('address'), line('broadcast'), duplex, line('operstate'), line('ifalias')];
    series.add('node_network_info', 1, device, ...state);
  }
};

/** Adds the present frequency of each processor. */
export const collectFrequencies: CollectFromDevices = async (files, series) => {
  for (const cpu of listProcessors(files)) {
    const folder = `${PROCESSORS}/cpu${cpu}/cpufreq`;
    if (files.list(folder).length === 0) continue;
    const ask = async (file: string) => numberIn(await readDeviceFile(files.pathOf(`${folder}/${file}`))) * 1000;
    series.add('node_cpu_frequency_hertz', await ask('cpuinfo_cur_freq'), cpu);
    series.add('node_cpu_scaling_frequency_hertz', await ask('scaling_cur_freq'), cpu);
  }
};

const THERMAL = '/sys/class/thermal';

/** Adds the temperatures of the machine's zones, and how hard it is being cooled. */
export const collectThermalZones: CollectFromDevices = async (files, series) => {
  for (const name of files.list(THERMAL)) {
    const [, kind, number = ''] = /^(thermal_zone|cooling_device)(\d+)$/.exec(name) ?? [];
    const folder = `${THERMAL}/${name}`;
    const ask = async (file: string) => numberIn(await readDeviceFile(files.pathOf(`${folder}/${file}`)));
    const type = files.readLine(`${folder}/type`);
    if (kind === 'thermal_zone') series.add('node_thermal_zone_temp', (await ask('temp')) / 1000, number, type);
    if (kind !== 'cooling_device') continue;
    series.add('node_cooling_device_cur_state', await ask('cur_state'), number, type);
    series.add('node_cooling_device_max_state', await ask('max_state'), number, type);
  }
};

const POWER_SUPPLIES = '/sys/class/power_supply';

/** Adds what batteries and power supplies report. */
export const collectPowerSupplies: CollectFromDevices = async (files, series) => {
  for (const supply of files.list(POWER_SUPPLIES)) {
    const folder = `${POWER_SUPPLIES}/${supply}`;
    const present = new Set(files.list(folder));
    const ask = async (file: string) =>
      present.has(file) ? await readDeviceFile(files.pathOf(`${folder}/${file}`)) : undefined;
    for (const [name, file, factor] of powerSupplyFigures) {
      series.add(`node_power_supply_${name}`, numberIn(await ask(file)) * factor, supply);
    }
    const facts: string[] = [];
    for (const label of powerSupplyLabels) facts.push((await ask(label)) ?? '');
    series.add('node_power_supply_info', 1, supply, ...facts);
  }
};

/** Adds what the firmware says of the board; only root may read serial numbers. */
export const collectBoard: Collect = (files, series) => {
  const values = boardLabels.map((label) =>
    files.readLine(`/sys/class/dmi/id/${label === 'system_vendor' ? 'sys_vendor' : label}`),
  );
  if (values.some((value) => value !== '')) series.add('node_dmi_info', 1, ...values);
};

function numberIn(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NaN : Number(text);
}
