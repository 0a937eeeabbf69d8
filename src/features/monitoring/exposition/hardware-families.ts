import { define } from './node-family.js';

/** Labels of the machine's board, each named after a file of sysfs. */
export const boardLabels = [
  ...['bios_date', 'bios_release', 'bios_vendor', 'bios_version'],
  ...['board_asset_tag', 'board_name', 'board_serial', 'board_vendor', 'board_version'],
  ...['chassis_asset_tag', 'chassis_serial', 'chassis_vendor', 'chassis_version'],
  ...['product_family', 'product_name', 'product_serial', 'product_sku', 'product_uuid', 'product_version'],
  'system_vendor',
];

/** Labels that say what a power supply is, in addition to its name. */
export const powerSupplyLabels = [
  ...['capacity_level', 'charge_type', 'health', 'manufacturer', 'model_name', 'serial_number'],
  ...['status', 'technology', 'type', 'usb_type', 'scope'],
];

/** Figures of a power supply: their names in node_exporter and in sysfs, and the factor between the two. */
export const powerSupplyFigures: readonly (readonly [name: string, file: string, factor: number])[] = [
  ...['authentic', 'calibrate', 'capacity', 'capacity_alert_max', 'capacity_alert_min', 'online', 'present'].map(
    (name) => [name, name, 1] as const,
  ),
  ['cyclecount', 'cycle_count', 1],
  ['time_to_empty_seconds', 'time_to_empty_now', 1],
  ['time_to_full_seconds', 'time_to_full_now', 1],
  ...['current_boot', 'current_max', 'energy_empty', 'energy_empty_design', 'energy_full', 'energy_full_design'].map(
    (name) => [name, name, 1e-6] as const,
  ),
  ...['voltage_boot', 'voltage_max', 'voltage_max_design', 'voltage_min', 'voltage_min_design', 'voltage_ocv'].map(
    (name) => [name, name, 1e-6] as const,
  ),
  ...['charge_counter', 'charge_empty', 'charge_empty_design', 'charge_full', 'charge_full_design'].map(
    (name) => [name, name, 1e-6] as const,
  ),
  ['current_ampere', 'current_now', 1e-6],
  ['energy_watthour', 'energy_now', 1e-6],
  ['voltage_volt', 'voltage_now', 1e-6],
  ['charge_ampere', 'charge_now', 1e-6],
  ['power_watt', 'power_now', 1e-6],
  ['temp_celsius', 'temp', 0.1],
  ['temp_ambient_celsius', 'temp_ambient', 0.1],
];

/** Families about sensors, cooling, power and the machine's board. */
export const hardwareFamilies = [
  ...define('gauge', ['zone', 'type'], '', { thermal_zone_temp: 'Zone temperature in Celsius' }),
  ...define('gauge', ['name', 'type'], 'cooling_device_', {
    cur_state: 'Current throttle state of the cooling device',
    max_state: 'Maximum throttle state of the cooling device',
  }),
  ...define('gauge', ['chip', 'chip_name'], 'hwmon_', {
    chip_names: 'Annotation metric for human-readable chip names',
  }),
  ...define('gauge', ['chip', 'sensor', 'label'], 'hwmon_', {
    sensor_label: 'Label for given chip and sensor',
  }),
  ...define('gauge', ['chip', 'sensor'], 'hwmon_', {
    beep_enabled: 'Hardware beep enabled',
    update_interval_seconds: 'Hardware monitor update interval',
    voltage_regulator_version: 'Hardware voltage regulator',
  }),
  ...define('counter', ['controller'], 'edac_', {
    correctable_errors_total: 'Total correctable memory errors.',
    uncorrectable_errors_total: 'Total uncorrectable memory errors.',
  }),
  ...define('counter', ['controller', 'csrow'], 'edac_', {
    csrow_correctable_errors_total: 'Total correctable memory errors for this csrow.',
    csrow_uncorrectable_errors_total: 'Total uncorrectable memory errors for this csrow.',
  }),
  ...define(
    'gauge',
    ['power_supply'],
    'power_supply_',
    Object.fromEntries(
      powerSupplyFigures.map(([name]) => [name, `${name} value of /sys/class/power_supply/<power_supply>.`]),
    ),
  ),
  ...define('gauge', ['power_supply', ...powerSupplyLabels], 'power_supply_', {
    info: 'info of /sys/class/power_supply/<power_supply>.',
  }),
  ...define('gauge', boardLabels, 'dmi_', {
    info: `A metric with a constant '1' value labeled by ${boardLabels.join(', ')} if provided by DMI.`,
  }),
];
