import { describe, expect, test } from 'vitest';
import { ControlGroup, readLimits } from '../../../../src/features/monitoring/host/control-group.js';

function files(contents: Readonly<Record<string, string>>) {
  return (path: string) => contents[path];
}

describe('the limits of a container', () => {
  test('of version 2 are those of the group', () => {
    const read = files({
      '/proc/self/cgroup': '0::/system.slice/vigia.service\n',
      '/sys/fs/cgroup/system.slice/vigia.service/memory.max': '536870912\n',
      '/sys/fs/cgroup/system.slice/vigia.service/memory.current': '1000\n',
      '/sys/fs/cgroup/system.slice/vigia.service/cpu.max': '150000 100000\n',
    });
    expect(readLimits(read)).toEqual({ memoryLimitBytes: 536_870_912, memoryUsedBytes: 1000, processors: 1.5 });
  });

  test('of version 2 are found at the root of what a container sees', () => {
    const read = files({
      '/proc/self/cgroup': '0::/../../elsewhere\n',
      '/sys/fs/cgroup/memory.max': 'max\n',
      '/sys/fs/cgroup/cpu.max': '50000 100000\n',
    });
    expect(readLimits(read)).toEqual({ memoryLimitBytes: null, memoryUsedBytes: null, processors: 0.5 });
  });

  test('of version 1 are found too, where the unified hierarchy has no controllers', () => {
    const read = files({
      '/proc/self/cgroup': '4:memory:/docker/1\n1:cpu,cpuacct:/docker/1\n0::/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '1048576\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '2048\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    });
    expect(readLimits(read)).toEqual({ memoryLimitBytes: 1_048_576, memoryUsedBytes: 2048, processors: null });
  });

  test('are the tightest of all groups around this process', () => {
    const read = files({
      '/proc/self/cgroup': '0::/app.slice/vigia.service\n',
      '/sys/fs/cgroup/app.slice/vigia.service/memory.max': 'max\n',
      '/sys/fs/cgroup/app.slice/vigia.service/memory.current': '1000\n',
      '/sys/fs/cgroup/app.slice/vigia.service/cpu.max': '150000 100000\n',
      '/sys/fs/cgroup/app.slice/memory.max': '8000\n',
      '/sys/fs/cgroup/app.slice/memory.current': '5000\n',
      '/sys/fs/cgroup/app.slice/cpu.max': '50000 100000\n',
    });
    expect(readLimits(read)).toEqual({ memoryLimitBytes: 8000, memoryUsedBytes: 5000, processors: 0.5 });
  });

  test('are reached without the file cache that is given up first', () => {
    const version2 = {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': '8000\n',
      '/sys/fs/cgroup/memory.current': '7000\n',
      '/sys/fs/cgroup/memory.stat': 'anon 1000\ninactive_file 4000\nactive_file 1000\n',
    };
    expect(readLimits(files(version2))?.memoryUsedBytes).toBe(3000);
    const version1 = {
      '/proc/self/cgroup': '4:memory:/docker/1\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '8000\n',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '7000\n',
      '/sys/fs/cgroup/memory/memory.stat': 'cache 1\ninactive_file 9\ntotal_inactive_file 4000\n',
    };
    expect(readLimits(files(version1))?.memoryUsedBytes).toBe(3000);
  });

  test('are none without a limit, and without control groups', () => {
    const unlimited = {
      '/proc/self/cgroup': '4:memory:/\n',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    };
    expect(readLimits(files(unlimited))).toBeNull();
    expect(readLimits(files({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': 'max' }))).toBeNull();
    expect(readLimits(files({}))).toBeNull();
  });
});

describe('a control group that is read again and again', () => {
  test('asks for the files that are missing once in a while only', () => {
    const asked: string[] = [];
    const contents: Record<string, string> = {
      '/proc/self/cgroup': '0::/a\n',
      '/sys/fs/cgroup/memory.max': '1048576\n',
    };
    const group = new ControlGroup((path) => {
      asked.push(path);
      return contents[path];
    });
    const limits = { memoryLimitBytes: 1_048_576, memoryUsedBytes: null, processors: null };
    expect(group.limits()).toEqual(limits);
    asked.length = 0;
    expect(group.limits()).toEqual(limits);
    expect(asked).toEqual(['/proc/self/cgroup', '/sys/fs/cgroup/memory.max']);
  });

  test('forgets nothing when the system lacks descriptors for a while', () => {
    const contents: Record<string, string> = {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': '1048576\n',
    };
    let isExhausted = true;
    const group = new ControlGroup((path) => {
      if (isExhausted) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      return contents[path];
    });
    expect(() => group.limits()).toThrow('too many open files');
    isExhausted = false;
    expect(group.limits()).toMatchObject({ memoryLimitBytes: 1_048_576 });
  });

  test('follows a limit that is changed at once, and one that appears within sixty readings', () => {
    const contents: Record<string, string> = {
      '/proc/self/cgroup': '0::/\n',
      '/sys/fs/cgroup/memory.max': '1048576\n',
    };
    const group = new ControlGroup((path) => contents[path]);
    expect(group.limits()).toMatchObject({ memoryLimitBytes: 1_048_576, processors: null });
    contents['/sys/fs/cgroup/memory.max'] = '2097152\n';
    contents['/sys/fs/cgroup/cpu.max'] = '150000 100000\n';
    expect(group.limits()).toMatchObject({ memoryLimitBytes: 2_097_152, processors: null });
    for (let count = 0; count < 60; count += 1) group.limits();
    expect(group.limits()).toMatchObject({ memoryLimitBytes: 2_097_152, processors: 1.5 });
  });
});
