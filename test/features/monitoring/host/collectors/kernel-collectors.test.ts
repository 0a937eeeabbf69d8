import { describe, expect, test } from 'vitest';
import {
  collectPages,
  collectPressure,
  collectSelinux,
} from '../../../../../src/features/monitoring/host/collectors/kernel.js';
import { collectMemory } from '../../../../../src/features/monitoring/host/collectors/memory.js';
import { collectProcessorStates } from '../../../../../src/features/monitoring/host/collectors/processor-facts.js';
import { collectSchedule, collectStat } from '../../../../../src/features/monitoring/host/collectors/processors.js';
import {
  collectDistribution,
  collectNames,
  collectTime,
} from '../../../../../src/features/monitoring/host/collectors/system.js';
import { collectLines } from '../../../../support/machine-files.js';

describe('what the kernel tells, as node_exporter names it (contract 14)', () => {
  test('memory: each line, in bytes if it is in kilobytes', async () => {
    const meminfo = 'MemTotal:       16384 kB\nActive(anon):       2 kB\nHugePages_Total:       5\nbroken\n';
    expect(await collectLines(collectMemory, { '/proc/meminfo': meminfo })).toEqual([
      'node_memory_MemTotal_bytes 16777216',
      'node_memory_Active_anon_bytes 2048',
      'node_memory_HugePages_Total 5',
    ]);
  });

  test('processors: seconds by mode, guests apart, and what else /proc/stat counts', async () => {
    const stat = [
      'cpu  1 2 3 4 5 6 7 8 9 10',
      'cpu3 100 200 300 400 500 600 700 800 900 1000',
      'intr 77 1 2 3',
      'ctxt 5\nbtime 1700000000\nprocesses 6\nprocs_running 2\nprocs_blocked 1',
    ].join('\n');
    const lines = await collectLines(collectStat, { '/proc/stat': stat });
    expect(lines).toContain('node_cpu_seconds_total{cpu="3",mode="user"} 1');
    expect(lines).toContain('node_cpu_seconds_total{cpu="3",mode="steal"} 8');
    expect(lines).toContain('node_cpu_guest_seconds_total{cpu="3",mode="nice"} 10');
    expect(lines.filter((line) => !line.startsWith('node_cpu'))).toEqual([
      'node_context_switches_total 5',
      'node_intr_total 77',
      'node_boot_time_seconds 1700000000',
      'node_forks_total 6',
      'node_procs_running 2',
      'node_procs_blocked 1',
    ]);
  });

  test('the schedule of processors; nothing where the kernel does not count it', async () => {
    const schedstat = 'version 15\ntimestamp 1\ncpu0 0 0 0 0 0 0 2000000000 1500000000 42\ndomain0 03 1 2 3\n';
    expect(await collectLines(collectSchedule, { '/proc/schedstat': schedstat })).toEqual([
      'node_schedstat_running_seconds_total{cpu="0"} 2',
      'node_schedstat_waiting_seconds_total{cpu="0"} 1.5',
      'node_schedstat_timeslices_total{cpu="0"} 42',
    ]);
    expect(await collectLines(collectSchedule, {})).toEqual([]);
  });

  test('pressure in seconds, of what the kernel watches', async () => {
    const full = 'full avg10=0.00 avg60=0.00 avg300=0.00 total=500000\n';
    const both = `some avg10=0.00 avg60=0.00 avg300=0.00 total=2000000\n${full}`;
    const files = { '/proc/pressure/cpu': both, '/proc/pressure/io': both, '/proc/pressure/irq': full };
    expect(await collectLines(collectPressure, files)).toEqual([
      'node_pressure_cpu_waiting_seconds_total 2',
      'node_pressure_io_waiting_seconds_total 2',
      'node_pressure_io_stalled_seconds_total 0.5',
      'node_pressure_irq_stalled_seconds_total 0.5',
    ]);
  });

  test('of the counters of pages, those that node_exporter chooses', async () => {
    const vmstat = 'nr_free_pages 1\npgpgin 2\npswpout 3\npgmajfault 4\noom_kill 5\npgsteal_direct 6\n';
    expect(await collectLines(collectPages, { '/proc/vmstat': vmstat })).toEqual([
      'node_vmstat_pgpgin 2',
      'node_vmstat_pswpout 3',
      'node_vmstat_pgmajfault 4',
      'node_vmstat_oom_kill 5',
    ]);
  });

  test('SELinux: whether it is on, and its modes', async () => {
    expect(await collectLines(collectSelinux, {})).toEqual(['node_selinux_enabled 0']);
    const files = { '/sys/fs/selinux/enforce': '1', '/etc/selinux/config': '# SELINUX=disabled\nSELINUX=permissive\n' };
    expect(await collectLines(collectSelinux, files)).toEqual([
      'node_selinux_enabled 1',
      'node_selinux_current_mode 1',
      'node_selinux_config_mode 0',
    ]);
  });

  test('the distribution, whose values may be quoted', async () => {
    const text = `ID=debian\nNAME="Debian \\"GNU\\"/Linux"\nVERSION_ID='12.4'\nHOME_URL=x\n`;
    const [info, version] = await collectLines(collectDistribution, { '/usr/lib/os-release': text });
    expect(info).toMatch(
      /^node_os_info\{build_id="",id="debian",.*name="Debian "GNU"\/Linux",.*version_id="12\.4"\} 1$/,
    );
    expect(version).toBe('node_os_version{id="debian",id_like="",name="Debian "GNU"/Linux"} 12.4');
  });

  test('the names of the system, and the sources of its clock', async () => {
    const [uname] = await collectLines(collectNames, { '/proc/sys/kernel/domainname': '(none)\n' });
    expect(uname).toMatch(
      /^node_uname_info\{domainname="\(none\)",machine="\w+",nodename="[^"]+",release="[^"]+",sysname="\w+",version="[^"]+"\} 1$/,
    );
    const folder = '/sys/devices/system/clocksource/clocksource0';
    const sources = {
      [`${folder}/available_clocksource`]: 'tsc hpet \n',
      [`${folder}/current_clocksource`]: 'hpet\n',
    };
    const time = await collectLines(collectTime, sources);
    expect(time.filter((line) => line.includes('clocksource='))).toEqual([
      'node_time_clocksource_available_info{device="0",clocksource="tsc"} 1',
      'node_time_clocksource_available_info{device="0",clocksource="hpet"} 1',
      'node_time_clocksource_current_info{device="0",clocksource="hpet"} 1',
    ]);
  });

  test('processors that are switched off or isolated, and how often they were throttled', async () => {
    const cpu = '/sys/devices/system/cpu';
    const files = {
      [`${cpu}/online`]: '0,2-3\n',
      [`${cpu}/isolated`]: '2-3\n',
      ...Object.fromEntries([0, 1, 2, 3].map((number) => [`${cpu}/cpu${number}/topology/core_id`, `${number}\n`])),
      [`${cpu}/cpu1/online`]: '0\n',
      [`${cpu}/cpu0/topology/physical_package_id`]: '0\n',
      [`${cpu}/cpu0/thermal_throttle/core_throttle_count`]: '7\n',
      [`${cpu}/cpu0/thermal_throttle/package_throttle_count`]: '9\n',
    };
    expect((await collectLines(collectProcessorStates, files)).sort()).toEqual([
      'node_cpu_core_throttles_total{package="0",core="0"} 7',
      'node_cpu_isolated{cpu="2"} 1',
      'node_cpu_isolated{cpu="3"} 1',
      'node_cpu_online{cpu="0"} 1',
      'node_cpu_online{cpu="1"} 0',
      'node_cpu_online{cpu="2"} 1',
      'node_cpu_online{cpu="3"} 1',
      'node_cpu_package_throttles_total{package="0"} 9',
    ]);
  });
});
