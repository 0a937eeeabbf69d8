import { define } from './node-family.js';

/** Families about file systems and disks. */
export const storageFamilies = [
  ...define('gauge', ['device', 'mountpoint', 'fstype'], 'filesystem_', {
    size_bytes: 'Filesystem size in bytes.',
    free_bytes: 'Filesystem free space in bytes.',
    avail_bytes: 'Filesystem space available to non-root users in bytes.',
    files: 'Filesystem total file nodes.',
    files_free: 'Filesystem total free file nodes.',
    readonly: 'Filesystem read-only status.',
    device_error: 'Whether an error occurred while getting statistics for the given device.',
  }),
  ...define('counter', ['device'], 'disk_', {
    reads_completed_total: 'The total number of reads completed successfully.',
    reads_merged_total: 'The total number of reads merged.',
    read_bytes_total: 'The total number of bytes read successfully.',
    read_time_seconds_total: 'The total number of seconds spent by all reads.',
    writes_completed_total: 'The total number of writes completed successfully.',
    writes_merged_total: 'The number of writes merged.',
    written_bytes_total: 'The total number of bytes written successfully.',
    write_time_seconds_total: 'This is the total number of seconds spent by all writes.',
    io_time_seconds_total: 'Total seconds spent doing I/Os.',
    io_time_weighted_seconds_total: 'The weighted # of seconds spent doing I/Os.',
    discards_completed_total: 'The total number of discards completed successfully.',
    discards_merged_total: 'The total number of discards merged.',
    discarded_sectors_total: 'The total number of sectors discarded successfully.',
    discard_time_seconds_total: 'This is the total number of seconds spent by all discards.',
    flush_requests_total: 'The total number of flush requests completed successfully',
    flush_requests_time_seconds_total: 'This is the total number of seconds spent by all flush requests.',
  }),
  ...define('gauge', ['device'], 'disk_', {
    io_now: 'The number of I/Os currently in progress.',
    ata_write_cache: 'ATA disk has a write cache.',
    ata_write_cache_enabled: 'ATA disk has its write cache enabled.',
    ata_rotation_rate_rpm: 'ATA disk rotation rate in RPMs (0 for SSDs).',
  }),
  ...define('gauge', ['device', 'major', 'minor', 'path', 'wwn', 'model', 'serial', 'revision'], 'disk_', {
    info: 'Info of /sys/block/<block_device>.',
  }),
  ...define('gauge', ['device', 'type', 'usage', 'uuid', 'version'], 'disk_', {
    filesystem_info: 'Info about disk filesystem.',
  }),
  ...define('gauge', ['device', 'name', 'uuid', 'vg_name', 'lv_name', 'lv_layer'], 'disk_', {
    device_mapper_info: 'Info about disk device mapper.',
  }),
  ...define('gauge', ['device', 'state'], 'md_', {
    state: 'Indicates the state of md-device.',
    disks: 'Number of active/failed/spare disks of device.',
  }),
  ...define('gauge', ['device'], 'md_', {
    disks_required: 'Total number of disks of device.',
    blocks: 'Total number of blocks on device.',
    blocks_synced: 'Number of blocks synced on device.',
  }),
];
