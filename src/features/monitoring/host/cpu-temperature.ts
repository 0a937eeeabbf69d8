import { readdir } from 'node:fs/promises';
import { readDeviceFile } from './device-files.js';

/** A running processor is never colder or hotter than this, so a sensor outside the range is broken. */
const CELSIUS_MIN = -20;
const CELSIUS_MAX = 150;

/** Number of readings between searches as long as no sensor is found, since a driver may be loaded later. */
const READINGS_BETWEEN_SEARCHES = 60;

/**
 * Processor sensors, best first: `hwmon:<driver> <label>` or `thermal:<zone type>`. The first kind that has a readable
 * sensor on this host is used. AMD's Tctl may be raised above the true temperature to control fans; Tdie never is.
 */
const KINDS = [
  /^hwmon:(k10temp|zenpower) Tdie$/i,
  /^hwmon:(k10temp|zenpower) Tctl$/i,
  /^hwmon:coretemp (Package|Physical) id \d+$/i,
  /^thermal:x86_pkg_temp$/i,
  /^hwmon:(coretemp|k8temp|k10temp|zenpower|via_cputemp) /i,
  /^thermal:(cpu|bigcore|littlecore)/i,
  /^hwmon:cpu\w*thermal /i,
  /^(thermal|hwmon):soc[-_]\w*thermal/i,
];

/**
 * Returns the temperature of the processor among the figures of all sensors, which are named as {@link KINDS} has them;
 * null if none is plausible.
 */
export function celsiusOfProcessor(
  sensors: readonly { readonly name: string; readonly celsius: number }[],
): number | null {
  const kind = KINDS.find((one) => sensors.some(({ name }) => one.test(name)));
  const plausible = sensors.filter(({ name, celsius }) => kind?.test(name) && isPlausible(celsius));
  return plausible.length > 0 ? Math.max(...plausible.map(({ celsius }) => celsius)) : null;
}

interface Sensor {
  readonly name: string;
  /** The file with the temperature, in thousandths of a degree. */
  readonly file: string;
}

/**
 * The processor temperature reported by the kernel's drivers: that of the package if available, otherwise that of its
 * hottest part. Virtual machines have none. Reading a sensor runs its driver, which may wait for the hardware. Sensors are
 * therefore read by `readDeviceFile`.
 */
export class CpuTemperature {
  #sensors: readonly Sensor[] = [];
  #readingsToSearch = 0;

  /** @param folder the kernel's directory of device classes; tests pass another. */
  constructor(private readonly folder = '/sys/class') {}

  /** Returns the temperature in °C; null if the host reports no plausible one. */
  async read(): Promise<number | null> {
    if (this.#sensors.length > 0) {
      const celsius = await this.#readSensors();
      if (celsius !== undefined) return celsius;
    } else if (this.#readingsToSearch > 0) {
      this.#readingsToSearch -= 1;
      return null;
    }
    // Device numbers change when drivers are reloaded, so search again.
    this.#sensors = await this.#search();
    const celsius = await this.#readSensors();
    if (celsius !== undefined) return celsius;
    this.#sensors = [];
    this.#readingsToSearch = READINGS_BETWEEN_SEARCHES;
    return null;
  }

  /**
   * Returns the highest plausible temperature; null if none is plausible, undefined if there is no sensor or one cannot
   * be read.
   */
  async #readSensors(): Promise<number | null | undefined> {
    const texts: string[] = [];
    for (const { file } of this.#sensors) {
      const text = await readDeviceFile(file);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    if (texts.length === 0) return undefined;
    const plausible = texts.map((text) => Number.parseInt(text, 10) / 1000).filter(isPlausible);
    return plausible.length > 0 ? Math.max(...plausible) : null;
  }

  async #search(): Promise<readonly Sensor[]> {
    const sensors = [...(await this.#monitors()), ...(await this.#zones())];
    for (const kind of KINDS) {
      const found = await filterReadable(sensors.filter(({ name }) => kind.test(name)));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Lists the temperature sensors of the hardware monitors, named by driver and label. */
  async #monitors(): Promise<Sensor[]> {
    const sensors: Sensor[] = [];
    for (const folder of await namesIn(`${this.folder}/hwmon`)) {
      const driver = await readDeviceFile(`${folder}/name`);
      for (const file of await namesIn(folder)) {
        if (!/\/temp\d+_input$/.test(file)) continue;
        const label = (await readDeviceFile(file.replace(/_input$/, '_label'))) ?? '';
        sensors.push({ name: `hwmon:${driver} ${label}`, file });
      }
    }
    return sensors;
  }

  async #zones(): Promise<Sensor[]> {
    const sensors: Sensor[] = [];
    for (const folder of await namesIn(`${this.folder}/thermal`)) {
      if (!/\/thermal_zone\d+$/.test(folder)) continue;
      const type = await readDeviceFile(`${folder}/type`);
      sensors.push({ name: `thermal:${type}`, file: `${folder}/temp` });
    }
    return sensors;
  }
}

/** Drops unreadable sensors. The sensor of a part that is switched off may exist but fail. */
async function filterReadable(sensors: readonly Sensor[]): Promise<Sensor[]> {
  const readable: Sensor[] = [];
  for (const sensor of sensors) if ((await readDeviceFile(sensor.file)) !== undefined) readable.push(sensor);
  return readable;
}

export function isPlausible(celsius: number): boolean {
  return celsius >= CELSIUS_MIN && celsius <= CELSIUS_MAX;
}

/** Lists the paths in a folder; empty if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => `${folder}/${name}`);
}
