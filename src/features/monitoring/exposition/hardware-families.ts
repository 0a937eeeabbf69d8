import { define } from './node-family.js';

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
  ...define('gauge', ['power_supply'], 'power_supply_', {
    online: 'online value of /sys/class/power_supply/<power_supply>.',
  }),
];
