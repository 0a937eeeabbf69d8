import type { Collect } from './collector.js';
import type { MachineFiles } from './machine-files.js';

const SECTOR_BYTES = 512;
const MILLISECONDS = 1 / 1000;

/** Partitions and memory disks, which node_exporter leaves out by default. */
const EXCLUDED = /^(ram|loop|fd|(h|s|v|xv)d[a-z]|nvme\d+n\d+p)\d+$/;

/** Columns of `/proc/diskstats` after the device, with the factor to the unit of the family; older kernels have fewer. */
const COLUMNS: readonly (readonly [name: string, factor: number])[] = [
  ['reads_completed_total', 1],
  ['reads_merged_total', 1],
  ['read_bytes_total', SECTOR_BYTES],
  ['read_time_seconds_total', MILLISECONDS],
  ['writes_completed_total', 1],
  ['writes_merged_total', 1],
  ['written_bytes_total', SECTOR_BYTES],
  ['write_time_seconds_total', MILLISECONDS],
  ['io_now', 1],
  ['io_time_seconds_total', MILLISECONDS],
  ['io_time_weighted_seconds_total', MILLISECONDS],
  ['discards_completed_total', 1],
  ['discards_merged_total', 1],
  ['discarded_sectors_total', 1],
  ['discard_time_seconds_total', MILLISECONDS],
  ['flush_requests_total', 1],
  ['flush_requests_time_seconds_total', MILLISECONDS],
];

/** Adds what the kernel counts of each disk, and what udev knows of it. */
export const collectDisks: Collect = (files, series) => {
  for (const line of files.read('/proc/diskstats').trim().split('\n')) {
    const [major = '', minor = '', device = '', ...numbers] = line.trim().split(/ +/);
    if (device === '' || EXCLUDED.test(device)) continue;
    COLUMNS.forEach(([name, factor], at) => {
      series.add(`node_disk_${name}`, Number(numbers[at]) * factor, device);
    });
    const udev = readUdev(files, `b${major}:${minor}`);
    const serial = udev.get('SCSI_IDENT_SERIAL') || udev.get('ID_SERIAL_SHORT') || udev.get('ID_SERIAL') || '';
    const valuesOf = (...keys: readonly string[]) => keys.map((key) => udev.get(key) ?? '');
    const model = [...valuesOf('ID_PATH', 'ID_WWN', 'ID_MODEL'), serial, ...valuesOf('ID_REVISION')];
    series.add('node_disk_info', 1, device, major, minor, ...model);
    if (udev.get('ID_FS_TYPE')) {
      const fileSystem = valuesOf('ID_FS_TYPE', 'ID_FS_USAGE', 'ID_FS_UUID', 'ID_FS_VERSION');
      series.add('node_disk_filesystem_info', 1, device, ...fileSystem);
    }
    if (udev.get('DM_NAME')) {
      const volume = valuesOf('DM_NAME', 'DM_UUID', 'DM_VG_NAME', 'DM_LV_NAME', 'DM_LV_LAYER');
      series.add('node_disk_device_mapper_info', 1, device, ...volume);
    }
    if (udev.get('ID_ATA')) {
      const numberOf = (key: string) => Number(udev.get(key) ?? Number.NaN);
      series.add('node_disk_ata_write_cache', numberOf('ID_ATA_WRITE_CACHE'), device);
      series.add('node_disk_ata_write_cache_enabled', numberOf('ID_ATA_WRITE_CACHE_ENABLED'), device);
      series.add('node_disk_ata_rotation_rate_rpm', numberOf('ID_ATA_ROTATION_RATE_RPM'), device);
    }
  }
};

/** Returns the properties that udev has of a device; none without udev, as in a container. */
function readUdev(files: MachineFiles, device: string): ReadonlyMap<string, string> {
  const text = files.readOptional(`/run/udev/data/${device}`) ?? '';
  return new Map([...text.matchAll(/^E:([^=\n]+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));
}
