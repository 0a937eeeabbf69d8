import { define } from './node-family.js';

/** Labels of the distribution. */
export const osLabels = [
  ...['build_id', 'id', 'id_like', 'image_id', 'image_version', 'name', 'pretty_name'],
  ...['variant', 'variant_id', 'version', 'version_codename', 'version_id'],
];

/** Families about the kernel, its processors, memory and clock. */
export const kernelFamilies = [
  ...define('gauge', ['domainname', 'machine', 'nodename', 'release', 'sysname', 'version'], '', {
    uname_info: 'Labeled system information as provided by the uname system call.',
  }),
  ...define('gauge', osLabels, 'os_', {
    info: `A metric with a constant '1' value labeled by ${osLabels.join(', ')}.`,
  }),
  ...define('gauge', ['id', 'id_like', 'name'], 'os_', {
    version: 'Metric containing the major.minor part of the OS version.',
  }),
  ...define('gauge', [], '', {
    load1: '1m load average.',
    load5: '5m load average.',
    load15: '15m load average.',
    boot_time_seconds: 'Node boot time, in unixtime.',
    procs_running: 'Number of processes in runnable state.',
    procs_blocked: 'Number of processes blocked waiting for I/O to complete.',
    filefd_allocated: 'File descriptor statistics: allocated.',
    filefd_maximum: 'File descriptor statistics: maximum.',
    entropy_available_bits: 'Bits of available entropy.',
    entropy_pool_size_bits: 'Bits of entropy pool.',
    selinux_enabled: 'SELinux is enabled, 1 is true, 0 is false',
    selinux_config_mode: 'Configured SELinux enforcement mode',
    selinux_current_mode: 'Current SELinux enforcement mode',
  }),
  ...define('counter', [], '', {
    context_switches_total: 'Total number of context switches.',
    forks_total: 'Total number of forks.',
    intr_total: 'Total number of interrupts serviced.',
    kernel_hung_tasks_total: 'Total number of tasks that have been detected as hung since the system booted.',
  }),
  ...define('counter', ['cpu', 'mode'], 'cpu_', {
    seconds_total: 'Seconds the CPUs spent in each mode.',
    guest_seconds_total: 'Seconds the CPUs spent in guests (VMs) for each mode.',
  }),
  ...define('counter', ['package', 'core'], 'cpu_', {
    core_throttles_total: 'Number of times this CPU core has been throttled.',
  }),
  ...define('counter', ['package'], 'cpu_', {
    package_throttles_total: 'Number of times this CPU package has been throttled.',
  }),
  ...define('gauge', ['cpu'], 'cpu_', {
    isolated: 'Whether each core is isolated, information from /sys/devices/system/cpu/isolated.',
    online: 'CPUs that are online and being scheduled.',
    frequency_hertz: 'Current CPU thread frequency in hertz.',
    frequency_min_hertz: 'Minimum CPU thread frequency in hertz.',
    frequency_max_hertz: 'Maximum CPU thread frequency in hertz.',
    scaling_frequency_hertz: 'Current scaled CPU thread frequency in hertz.',
    scaling_frequency_min_hertz: 'Minimum scaled CPU thread frequency in hertz.',
    scaling_frequency_max_hertz: 'Maximum scaled CPU thread frequency in hertz.',
  }),
  ...define('gauge', ['cpu', 'governor'], 'cpu_', { scaling_governor: 'Current enabled CPU frequency governor.' }),
  ...define('counter', ['cpu'], 'schedstat_', {
    running_seconds_total: 'Number of seconds CPU spent running a process.',
    waiting_seconds_total: 'Number of seconds spent by processing waiting for this CPU.',
    timeslices_total: 'Number of timeslices executed by CPU.',
  }),
  ...define('counter', [], 'pressure_', {
    cpu_waiting_seconds_total: 'Total time in seconds that processes have waited for CPU time',
    io_waiting_seconds_total: 'Total time in seconds that processes have waited due to IO congestion',
    io_stalled_seconds_total: 'Total time in seconds no process could make progress due to IO congestion',
    memory_waiting_seconds_total: 'Total time in seconds that processes have waited for memory',
    memory_stalled_seconds_total: 'Total time in seconds no process could make progress due to memory congestion',
    irq_stalled_seconds_total: 'Total time in seconds no process could make progress due to IRQ congestion',
  }),
  ...define('gauge', [], 'time_', { seconds: 'System time in seconds since epoch (1970).' }),
  ...define('gauge', ['time_zone'], 'time_', { zone_offset_seconds: 'System time zone offset in seconds.' }),
  ...define('gauge', ['device', 'clocksource'], 'time_clocksource_', {
    available_info: "Available clocksources read from '/sys/devices/system/clocksource'.",
    current_info: "Current clocksource read from '/sys/devices/system/clocksource'.",
  }),
  ...define('gauge', [], 'timex_', {
    sync_status: 'Is clock synchronized to a reliable server (1 = yes, 0 = no).',
    offset_seconds: 'Time offset in between local system and reference clock.',
    frequency_adjustment_ratio: 'Local clock frequency adjustment.',
    maxerror_seconds: 'Maximum error in seconds.',
    estimated_error_seconds: 'Estimated error in seconds.',
    status: 'Value of the status array bits.',
    loop_time_constant: 'Phase-locked loop time constant.',
    tick_seconds: 'Seconds between clock ticks.',
    pps_frequency_hertz: 'Pulse per second frequency.',
    pps_jitter_seconds: 'Pulse per second jitter.',
    pps_shift_seconds: 'Pulse per second interval duration.',
    pps_stability_hertz: 'Pulse per second stability, average of recent frequency changes.',
    tai_offset_seconds: 'International Atomic Time (TAI) offset.',
  }),
  ...define('counter', [], 'timex_', {
    pps_jitter_total: 'Pulse per second count of jitter limit exceeded events.',
    pps_calibration_total: 'Pulse per second count of calibration intervals.',
    pps_error_total: 'Pulse per second count of calibration errors.',
    pps_stability_exceeded_total: 'Pulse per second count of stability limit exceeded events.',
  }),
  ...define('gauge', ['collector'], 'scrape_collector_', {
    duration_seconds: 'Duration of a collector scrape.',
    success: 'Whether a collector succeeded.',
  }),
];
