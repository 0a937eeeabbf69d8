import { readDeviceFile } from '../device-files.js';
import type { CollectFromDevices } from './collector.js';
import type { MachineFiles } from './machine-files.js';

const MONITORS = '/sys/class/hwmon';

/** Kinds of sensors, as the names of their files begin. */
const KINDS = [
  ...['vrm', 'beep_enable', 'update_interval', 'in', 'cpu', 'fan', 'pwm', 'temp', 'curr', 'power', 'energy'],
  ...['humidity', 'intrusion', 'freq'],
];

/** The texts of a sensor's files by element, such as `input` or `max`; '' for the file without an element. */
type Sensor = ReadonlyMap<string, string>;

/** Adds what the sensors of the machine measure. */
export const collectSensors: CollectFromDevices = async (files, series) => {
  for (const { folder, driver, chip } of listMonitors(files)) {
    if (driver !== '') series.add('node_hwmon_chip_names', 1, chip, driver);
    const sensors = new Map<string, Map<string, string>>();
    // Older drivers have their files in the folder of the device.
    for (const place of [folder, `${folder}/device`]) {
      for (const file of files.list(place)) {
        const [, kind = '', number = '', element = ''] = /^([^0-9]+)([0-9]*)(?:_(.+))?$/.exec(file) ?? [];
        if (!KINDS.includes(kind)) continue;
        const text = await readDeviceFile(files.pathOf(`${place}/${file}`));
        if (text === undefined) continue;
        const sensor = `${kind}${Number(number)}`;
        sensors.set(sensor, (sensors.get(sensor) ?? new Map()).set(element, text));
      }
    }
    for (const [sensor, texts] of sensors) {
      const label = texts.get('label');
      if (label !== undefined) series.add('node_hwmon_sensor_label', 1, chip, sensor, label);
      for (const { family, value } of figuresOf(sensor.replace(/\d+$/, ''), texts)) {
        series.add(`node_hwmon_${family}`, value, chip, sensor);
      }
    }
  }
};

/** Returns the monitors, each with a name of its own: some devices have several. */
function listMonitors(files: MachineFiles) {
  const monitors = files.list(MONITORS).map((name) => {
    const folder = `${MONITORS}/${name}`;
    const driver = cleanName(files.readLine(`${folder}/name`));
    return { folder, driver, chip: chipName(files.realPath(`${folder}/device`)) || driver || cleanName(name) };
  });
  const byChip = Map.groupBy(monitors, ({ chip }) => chip);
  return monitors.map((monitor) => {
    const isShared = (byChip.get(monitor.chip)?.length ?? 0) > 1 && monitor.driver !== '';
    return { ...monitor, chip: isShared ? `${monitor.chip}_${monitor.driver}` : monitor.chip };
  });
}

interface Figure {
  readonly family: string;
  readonly value: number;
}

function figuresOf(kind: string, texts: Sensor): readonly Figure[] {
  const value = numberIn(texts.get(''));
  if (kind === 'beep_enable') return [{ family: 'beep_enabled', value: value === 1 ? 1 : 0 }];
  if (kind === 'vrm') return [{ family: 'voltage_regulator_version', value }];
  if (kind === 'update_interval') return [{ family: 'update_interval_seconds', value: value / 1000 }];
  return [...texts].flatMap(([element, text]) => {
    if (element === 'label' || kind === 'freq') return [];
    // The input is the value itself, unless the driver has both.
    const isValue = element === '' || (element === 'input' && !texts.has(''));
    const { unit, factor } = unitOf(kind, element);
    const name = [kind, ...(isValue ? [] : [cleanName(element)]), ...(unit === '' ? [] : [unit])].join('_');
    return [{ family: name, value: numberIn(text) * factor }];
  });
}

/** Returns the unit in the name of a family, and the factor from the driver's unit to it. */
function unitOf(kind: string, element: string): { readonly unit: string; readonly factor: number } {
  if (element === 'fault' || element === 'alarm') return { unit: '', factor: 1 };
  if (element === 'beep') return { unit: 'enabled', factor: 1 };
  if (kind === 'in' || kind === 'cpu') return { unit: 'volts', factor: 1e-3 };
  if (kind === 'temp' && element !== 'type') return { unit: 'celsius', factor: 1e-3 };
  if (kind === 'curr') return { unit: 'amps', factor: 1e-3 };
  if (kind === 'energy') return { unit: 'joule_total', factor: 1e-6 };
  if (kind === 'power') return powerUnit(element);
  if (kind === 'humidity') return { unit: '', factor: 1e-6 };
  if (kind === 'fan' && /^(input|min|max|target)$/.test(element)) return { unit: 'rpm', factor: 1 };
  return { unit: '', factor: 1 };
}

function powerUnit(element: string): { readonly unit: string; readonly factor: number } {
  if (element === 'accuracy') return { unit: '', factor: 1e-6 };
  if (element.startsWith('average_interval')) return { unit: 'seconds', factor: 1e-3 };
  return { unit: 'watt', factor: 1e-6 };
}

function numberIn(text: string | undefined): number {
  return text === undefined || text === '' ? Number.NaN : Number(text);
}

/** Names a chip after its device, whose place is the same after each start, unlike its number. */
function chipName(devicePath: string | undefined): string {
  const [type = '', device = ''] = (devicePath ?? '').split('/').slice(-2).map(cleanName);
  return [type, device].filter((part) => part !== '').join('_');
}

function cleanName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9:_]/g, '_')
    .replace(/^_+|_+$/g, '');
}
