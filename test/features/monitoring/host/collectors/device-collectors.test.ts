import { describe, expect, test } from 'vitest';
import {
  collectBoard,
  collectFrequencies,
  collectLinks,
  collectPowerSupplies,
  collectThermalZones,
} from '../../../../../src/features/monitoring/host/collectors/devices.js';
import { collectFrequencyBounds } from '../../../../../src/features/monitoring/host/collectors/processor-facts.js';
import { collectSensors } from '../../../../../src/features/monitoring/host/collectors/sensors.js';
import { collectLines } from '../../../../support/machine-files.js';

describe('what devices tell, as node_exporter names it (contract 14)', () => {
  test('the speed of network devices in bytes, -1 megabit where it is unknown; none of one that does not tell', async () => {
    const files = {
      '/sys/class/net/eth0/device/vendor': '0x8086\n',
      '/sys/class/net/eth0/speed': '1000\n',
      '/sys/class/net/eth0/duplex': 'full\n',
      '/sys/class/net/eth0/address': '02:fc:00:00:00:01\n',
      '/sys/class/net/eth0/operstate': 'up\n',
      '/sys/class/net/eth1/speed': '-1\n',
      '/sys/class/net/lo/operstate': 'unknown\n',
    };
    const lines = await collectLines(collectLinks, files);
    expect(lines.filter((line) => line.startsWith('node_network_speed'))).toEqual([
      'node_network_speed_bytes{device="eth0"} 125000000',
      'node_network_speed_bytes{device="eth1"} -125000',
    ]);
    expect(lines).toContain(
      'node_network_info{device="eth0",address="02:fc:00:00:00:01",broadcast="",duplex="full",operstate="up",ifalias=""} 1',
    );
  });

  test('frequencies of processors in hertz, and which governor chooses them', async () => {
    const folder = '/sys/devices/system/cpu/cpu0/cpufreq';
    const files = {
      [`${folder}/cpuinfo_min_freq`]: '800000\n',
      [`${folder}/scaling_max_freq`]: '3200000\n',
      [`${folder}/scaling_cur_freq`]: '1200000\n',
      [`${folder}/scaling_available_governors`]: 'performance powersave \n',
      [`${folder}/scaling_governor`]: 'powersave\n',
    };
    expect(await collectLines(collectFrequencyBounds, files)).toEqual([
      'node_cpu_frequency_min_hertz{cpu="0"} 800000000',
      'node_cpu_scaling_frequency_max_hertz{cpu="0"} 3200000000',
      'node_cpu_scaling_governor{cpu="0",governor="performance"} 0',
      'node_cpu_scaling_governor{cpu="0",governor="powersave"} 1',
    ]);
    expect(await collectLines(collectFrequencies, files)).toEqual([
      'node_cpu_scaling_frequency_hertz{cpu="0"} 1200000000',
    ]);
  });

  test('temperatures of zones, and how hard they are cooled', async () => {
    const files = {
      '/sys/class/thermal/thermal_zone0/type': 'acpitz\n',
      '/sys/class/thermal/thermal_zone0/temp': '27800\n',
      '/sys/class/thermal/cooling_device2/type': 'Fan\n',
      '/sys/class/thermal/cooling_device2/cur_state': '1\n',
      '/sys/class/thermal/cooling_device2/max_state': '10\n',
    };
    expect((await collectLines(collectThermalZones, files)).sort()).toEqual([
      'node_cooling_device_cur_state{name="2",type="Fan"} 1',
      'node_cooling_device_max_state{name="2",type="Fan"} 10',
      'node_thermal_zone_temp{zone="0",type="acpitz"} 27.8',
    ]);
  });

  test('sensors, each in the unit of its kind, named after the place of their chip', async () => {
    const chip = '/sys/devices/platform/nct6775.656';
    const monitor = `${chip}/hwmon/hwmon3`;
    const files = {
      '/sys/class/hwmon/hwmon3 ->': '../../devices/platform/nct6775.656/hwmon/hwmon3',
      [`${monitor}/device ->`]: '../..',
      [`${monitor}/name`]: 'nct6798\n',
      [`${monitor}/temp1_input`]: '34500\n',
      [`${monitor}/temp1_label`]: 'SYSTIN\n',
      [`${monitor}/temp1_max`]: '80000\n',
      [`${monitor}/temp1_alarm`]: '0\n',
      [`${monitor}/fan2_input`]: '1200\n',
      [`${monitor}/fan2_pulses`]: '2\n',
      [`${monitor}/in0_input`]: '1008\n',
      [`${monitor}/power1_average`]: '25000000\n',
      [`${monitor}/energy1_input`]: '3000000\n',
      [`${monitor}/update_interval`]: '1000\n',
      [`${monitor}/uevent`]: 'X=1\n',
      [`${chip}/pwm1`]: '128\n',
      [`${chip}/pwm1_enable`]: '5\n',
    };
    const labels = (sensor: string) => `{chip="platform_nct6775_656",sensor="${sensor}"}`;
    expect((await collectLines(collectSensors, files)).sort()).toEqual([
      'node_hwmon_chip_names{chip="platform_nct6775_656",chip_name="nct6798"} 1',
      `node_hwmon_energy_joule_total${labels('energy1')} 3`,
      `node_hwmon_fan_pulses${labels('fan2')} 2`,
      `node_hwmon_fan_rpm${labels('fan2')} 1200`,
      `node_hwmon_in_volts${labels('in0')} 1.008`,
      `node_hwmon_power_average_watt${labels('power1')} 25`,
      `node_hwmon_pwm_enable${labels('pwm1')} 5`,
      `node_hwmon_pwm${labels('pwm1')} 128`,
      'node_hwmon_sensor_label{chip="platform_nct6775_656",sensor="temp1",label="SYSTIN"} 1',
      `node_hwmon_temp_alarm${labels('temp1')} 0`,
      `node_hwmon_temp_celsius${labels('temp1')} 34.5`,
      `node_hwmon_temp_max_celsius${labels('temp1')} 80`,
      `node_hwmon_update_interval_seconds${labels('update_interval0')} 1`,
    ]);
  });

  test('several monitors of one device have names of their own', async () => {
    const files = Object.fromEntries(
      [1, 2].flatMap((number) => [
        [`/sys/class/hwmon/hwmon${number}/device ->`, '../../../devices/virtual/phy0'],
        [`/sys/class/hwmon/hwmon${number}/name`, `radio_${number}\n`],
        [`/sys/class/hwmon/hwmon${number}/temp1_input`, `${number}000\n`],
      ]),
    );
    const lines = await collectLines(collectSensors, { ...files, '/sys/devices/virtual/phy0/uevent': '' });
    expect(lines.filter((line) => line.startsWith('node_hwmon_temp')).sort()).toEqual([
      'node_hwmon_temp_celsius{chip="virtual_phy0_radio_1",sensor="temp1"} 1',
      'node_hwmon_temp_celsius{chip="virtual_phy0_radio_2",sensor="temp1"} 2',
    ]);
  });

  test('power supplies, and the board', async () => {
    const battery = '/sys/class/power_supply/BAT0';
    const files = {
      [`${battery}/capacity`]: '97\n',
      [`${battery}/energy_now`]: '48000000\n',
      [`${battery}/temp`]: '315\n',
      [`${battery}/status`]: 'Charging\n',
      [`${battery}/type`]: 'Battery\n',
      '/sys/class/power_supply/AC/online': '1\n',
    };
    const lines = await collectLines(collectPowerSupplies, files);
    for (const line of [
      'node_power_supply_capacity{power_supply="BAT0"} 97',
      'node_power_supply_energy_watthour{power_supply="BAT0"} 48',
      'node_power_supply_temp_celsius{power_supply="BAT0"} 31.5',
      'node_power_supply_online{power_supply="AC"} 1',
    ])
      expect(lines).toContain(line);
    expect(lines.find((line) => line.includes('_info{power_supply="BAT0"'))).toMatch(
      /status="Charging",.*type="Battery"/,
    );
    const [board] = await collectLines(collectBoard, { '/sys/class/dmi/id/sys_vendor': 'Vendor\n' });
    expect(board).toMatch(/^node_dmi_info\{bios_date="",.*,system_vendor="Vendor"\} 1$/);
    expect(await collectLines(collectBoard, {})).toEqual([]);
  });
});
