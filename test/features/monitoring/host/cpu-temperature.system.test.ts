import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CpuTemperature } from '../../../../src/features/monitoring/host/cpu-temperature.js';

/** Creates a host's device folder with these files. */
function sysClass(files: Readonly<Record<string, string | number>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-sys-class-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  write(folder, files);
  return folder;
}

function write(folder: string, files: Readonly<Record<string, string | number>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${content}\n`);
  }
}

/** Returns a hardware monitor with its temperatures by label; `''` means that the temperature has no label. */
function monitor(number: number, driver: string, temperatures: readonly (readonly [label: string, value: number])[]) {
  const files: Record<string, string | number> = { [`hwmon/hwmon${number}/name`]: driver };
  for (const [index, [label, value]] of temperatures.entries()) {
    const path = `hwmon/hwmon${number}/temp${index + 1}`;
    files[`${path}_input`] = value;
    files[`${path}_crit`] = 100_000;
    if (label) files[`${path}_label`] = label;
  }
  return files;
}

function zone(number: number, type: string, value: number) {
  return { [`thermal/thermal_zone${number}/type`]: type, [`thermal/thermal_zone${number}/temp`]: value };
}

const NVME = monitor(9, 'nvme', [['Composite', 71_850]]);
const BOARD = monitor(8, 'nct6798', [
  ['SYSTIN', 34_000],
  ['CPUTIN', 99_000],
]);
const CORETEMP = monitor(2, 'coretemp', [
  ['Core 0', 57_000],
  ['Package id 0', 54_000],
  ['Core 1', 52_000],
]);

describe('the temperature of the processor', () => {
  test.each([
    [
      'an Intel laptop: the package, not a core, the disk or the board',
      { ...CORETEMP, ...NVME, ...BOARD, ...zone(0, 'acpitz', 27_800), ...zone(1, 'x86_pkg_temp', 55_000) },
      54,
    ],
    [
      'two Intel processors: the hotter package',
      {
        ...monitor(1, 'coretemp', [['Package id 0', 48_000]]),
        ...monitor(2, 'coretemp', [['Package id 1', 63_000]]),
      },
      63,
    ],
    [
      'an old Intel processor without a sensor of the package: the hottest core',
      monitor(0, 'coretemp', [
        ['Core 0', 41_000],
        ['Core 1', 44_000],
      ]),
      44,
    ],
    [
      'an Intel processor in a container that hides the monitors: the zone of the package',
      { ...zone(0, 'acpitz', 27_800), ...zone(1, 'pch_cannonlake', 90_000), ...zone(2, 'x86_pkg_temp', 46_000) },
      46,
    ],
    [
      'a Ryzen with its graphics: Tctl',
      {
        ...monitor(3, 'k10temp', [
          ['Tctl', 61_250],
          ['Tccd1', 55_500],
        ]),
        ...monitor(4, 'amdgpu', [['edge', 80_000]]),
        ...NVME,
      },
      61.25,
    ],
    [
      'a Threadripper whose Tctl is raised: Tdie',
      monitor(0, 'k10temp', [
        ['Tctl', 81_000],
        ['Tdie', 54_000],
      ]),
      54,
    ],
    [
      'a Ryzen with zenpower: Tdie',
      monitor(0, 'zenpower', [
        ['Tctl', 70_125],
        ['Tdie', 60_125],
        ['Tccd1', 65_000],
      ]),
      60.125,
    ],
    ['an AMD processor whose sensor has no label', monitor(0, 'k10temp', [['', 38_375]]), 38.375],
    [
      'a Raspberry Pi',
      {
        ...monitor(0, 'cpu_thermal', [['', 48_312]]),
        'hwmon/hwmon1/name': 'rpi_volt',
        'hwmon/hwmon1/in0_lcrit_alarm': 0,
        ...zone(0, 'cpu-thermal', 48_312),
        'thermal/cooling_device0/type': 'gpio-fan',
      },
      48.312,
    ],
    [
      'a board with large and small cores: the hottest of them, not the graphics or the centre',
      {
        ...zone(0, 'soc-thermal', 60_000),
        ...zone(1, 'bigcore0-thermal', 58_200),
        ...zone(2, 'bigcore1-thermal', 59_100),
        ...zone(3, 'littlecore-thermal', 55_000),
        ...zone(4, 'gpu-thermal', 92_000),
      },
      59.1,
    ],
    ['a board with one sensor for all of its chip', zone(0, 'soc_thermal', 51_000), 51],
    ['a processor whose monitor is all there is of its zone', monitor(0, 'cpu_thermal', [['', 40_000]]), 40],
    ['a machine with sensors of other parts only', { ...NVME, ...BOARD, ...zone(0, 'acpitz', 27_800) }, null],
    ['a virtual machine', { 'thermal/cooling_device0/type': 'Processor' }, null],
    ['a container that shows nothing', {}, null],
  ])('of %s', async (_, files, celsius) => {
    expect(await new CpuTemperature(sysClass(files)).read()).toBe(celsius);
  });

  test.each([
    [-20_000, -20],
    [-20_001, null],
    [0, 0],
    [150_000, 150],
    [150_001, null],
    ['', null],
  ])('of %j thousandths is %j: what no processor has is not reported', async (value, celsius) => {
    const files = { ...monitor(0, 'k10temp', []), 'hwmon/hwmon0/temp1_input': value };
    expect(await new CpuTemperature(sysClass(files)).read()).toBe(celsius);
  });

  test('is that of the parts that work when one does not', async () => {
    const parts = [
      ['Core 0', 255_000],
      ['Core 1', 44_000],
    ] as const;
    expect(await new CpuTemperature(sysClass(monitor(0, 'coretemp', parts))).read()).toBe(44);
  });

  test('is read anew each time, from the same sensor', async () => {
    const folder = sysClass(CORETEMP);
    const temperature = new CpuTemperature(folder);
    expect(await temperature.read()).toBe(54);
    write(folder, { 'hwmon/hwmon2/temp2_input': 61_000 });
    expect(await temperature.read()).toBe(61);
  });

  test('is found again when the sensor has got another number', async () => {
    const folder = sysClass(CORETEMP);
    const temperature = new CpuTemperature(folder);
    expect(await temperature.read()).toBe(54);
    renameSync(join(folder, 'hwmon/hwmon2'), join(folder, 'hwmon/hwmon5'));
    expect(await temperature.read()).toBe(54);
  });

  test('is not looked for at every reading where there is no sensor, but found when a driver comes late', async () => {
    const folder = sysClass();
    const temperature = new CpuTemperature(folder);
    expect(await temperature.read()).toBeNull();
    write(folder, CORETEMP);
    const next: (number | null)[] = [];
    for (let reading = 0; reading < 61; reading += 1) next.push(await temperature.read());
    expect(next).toEqual([...Array(60).fill(null), 54]);
  });

  test('is none while its sensor cannot be read', async () => {
    const folder = sysClass({ ...monitor(0, 'k10temp', []), 'hwmon/hwmon0/temp1_input/a-folder': '' });
    expect(await new CpuTemperature(folder).read()).toBeNull();
  });

  test('is that of the sensors that can be read, of the next kind where none of a kind can', async () => {
    const folder = sysClass({
      ...monitor(0, 'coretemp', [['Core 0', 44_000]]),
      'hwmon/hwmon0/temp2_input/a-folder': '',
      'hwmon/hwmon0/temp3_input/a-folder': '',
      'hwmon/hwmon0/temp3_label': 'Package id 0',
    });
    expect(await new CpuTemperature(folder).read()).toBe(44);
  });

  test('occupies one thread while sensors hang, however many there are', async () => {
    const cores = Array.from({ length: 8 }, (_, core) => [`Core ${core}`, 40_000] as const);
    const folder = sysClass(monitor(0, 'coretemp', cores));
    const temperature = new CpuTemperature(folder);
    await temperature.read();
    const files = cores.map((_, core) => join(folder, `hwmon/hwmon0/temp${core + 1}_input`));
    for (const file of files) rmSync(file);
    // Opening a pipe without a writer blocks forever.
    execFileSync('mkfifo', files);
    const hanging = temperature.read();
    onTestFinished(async () => {
      const writers = files.map((file) => openSync(file, 'r+'));
      for (const file of files) rmSync(file);
      for (const writer of writers) closeSync(writer);
      await hanging;
    });
    expect(await readFile(join(folder, 'hwmon/hwmon0/name'), 'utf8')).toBe('coretemp\n');
  });
});
