import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NodeCollectors } from '../../../../../src/features/monitoring/host/collectors/node-collectors.js';
import { createMachine, linesOf } from '../../../../support/machine-files.js';

test.runIf(process.platform === 'linux')(
  'a device that hangs costs its own figures, until it answers again',
  async () => {
    const { files, root } = createMachine({
      '/sys/class/net/eth0/device/vendor': '0x1\n',
      '/sys/class/net/eth0/operstate': 'up\n',
      '/proc/loadavg': '1 2 3 1/2 3\n',
    });
    const speed = join(root, 'sys/class/net/eth0/speed');
    execFileSync('mkfifo', [speed]);
    const answer = () => {
      const file = openSync(speed, 'w');
      writeSync(file, '1000\n');
      closeSync(file);
    };
    let hasAnswered = false;
    onTestFinished(() => {
      // Otherwise one of the process's threads would wait for ever.
      if (!hasAnswered) answer();
    });
    const collectors = new NodeCollectors({ files, deadlineMs: 50 });
    const read = async () => linesOf(await collectors.read());
    for (const time of ['first', 'second']) {
      const lines = await read();
      expect([time, lines.includes('node_network_up{device="eth0"} 1')]).toEqual([time, true]);
      expect([time, lines.includes('node_load15 3')]).toEqual([time, true]);
      expect([time, lines.filter((line) => line.startsWith('node_network_speed'))]).toEqual([time, []]);
      // Of a part that the machine does not have, node_exporter says the same.
      expect([time, lines.includes('node_scrape_collector_success{collector="meminfo"} 0')]).toEqual([time, true]);
    }
    answer();
    hasAnswered = true;
    rmSync(speed);
    writeFileSync(speed, '1000\n');
    await expect.poll(read).toContain('node_network_speed_bytes{device="eth0"} 125000000');
  },
);
