import type { InventedMachine } from './machine.js';

const GIB = 1024 ** 3;
const MB = 1_000_000;

/** A file server at home, measured by the service itself. A large copy has just filled its disk to more than 90 %. */
const nas: InventedMachine = {
  number: 1,
  id: '5f0c2f1e-0d6e-4d0a-9a57-3f6c1b8f4a01',
  tags: ['storage'],
  facts: {
    name: 'nas',
    system: 'Debian GNU/Linux 13 (trixie)',
    kernel: 'Linux 6.12.48',
    architecture: 'x86_64',
    processor: 'Intel N100',
    cores: 4,
    environment: 'physical',
    environmentName: null,
  },
  runningDays: 38,
  rhythm: 'evenings',
  ramBytes: 16 * GIB,
  swapBytes: 4 * GIB,
  cpu: { idle: 4, busy: 26 },
  ram: { idle: 41, busy: 14 },
  swapPercent: 3,
  network: { received: 1.6 * MB, sent: 9 * MB },
  diskActivity: { read: 11 * MB, written: 3 * MB },
  celsius: { idle: 39, perPercent: 0.24 },
  backupHour: 3,
  disks: [
    {
      path: '/srv/media',
      type: 'btrfs',
      totalBytes: 7454 * GIB,
      percent: 91.4,
      perDay: 0.036,
      copied: { points: 3.4, hours: 5 },
    },
    { path: '/', type: 'ext4', totalBytes: 117 * GIB, percent: 38.2, perDay: 0.011 },
  ],
  programs: [
    { name: 'jellyfin', command: '/usr/bin/jellyfin --webdir=/usr/share/jellyfin/web', cpuShare: 0.42, ramShare: 0.21 },
    { name: 'smbd', command: '/usr/sbin/smbd --foreground --no-process-group', cpuShare: 0.21, ramShare: 0.04 },
    { name: 'rsync', command: 'rsync -a --delete /srv/media/ backup:/srv/media/', cpuShare: 0.14, ramShare: 0.02 },
    { name: 'btrfs-transaction', command: '', cpuShare: 0.08, ramShare: 0 },
    { name: 'vigia', command: 'node /usr/lib/vigia/dist/main.js', cpuShare: 0.04, ramShare: 0.03 },
    { name: 'transmission-daemon', command: '/usr/bin/transmission-daemon -f', cpuShare: 0.03, ramShare: 0.05 },
  ],
  isFlaky: false,
  episodes: [{ agoMinutes: 6 * 1440 + 310, minutes: 14, received: 104 * MB }],
};

/** A web server in a data centre, busy during office hours, with a growing number of visitors. */
const web: InventedMachine = {
  number: 2,
  id: '5f0c2f1e-0d6e-4d0a-9a57-3f6c1b8f4a02',
  tags: ['web', 'production'],
  facts: {
    name: 'web-1',
    system: 'Ubuntu 24.04.3 LTS',
    kernel: 'Linux 6.8.0-85',
    architecture: 'x86_64',
    processor: 'AMD EPYC 7763',
    cores: 8,
    environment: 'virtualMachine',
    environmentName: 'KVM',
  },
  runningDays: 113,
  rhythm: 'office',
  ramBytes: 32 * GIB,
  swapBytes: 0,
  cpu: { idle: 9, busy: 44 },
  ram: { idle: 52, busy: 13 },
  swapPercent: 0,
  network: { received: 2.4 * MB, sent: 14 * MB },
  diskActivity: { read: 2.2 * MB, written: 5.5 * MB },
  backupHour: 2,
  disks: [
    { path: '/', type: 'ext4', totalBytes: 157 * GIB, percent: 64.3, perDay: 0.031 },
    { path: '/var/lib/postgresql', type: 'xfs', totalBytes: 480 * GIB, percent: 57.9, perDay: 0.052 },
  ],
  programs: [
    { name: 'node server.js', command: 'node server.js --port 3000', cpuShare: 0.48, ramShare: 0.23 },
    { name: 'postgres', command: 'postgres: shop shop 10.0.0.4(41522) SELECT', cpuShare: 0.27, ramShare: 0.31 },
    { name: 'nginx', command: 'nginx: worker process', cpuShare: 0.12, ramShare: 0.03 },
    { name: 'redis-server', command: '/usr/bin/redis-server 127.0.0.1:6379', cpuShare: 0.05, ramShare: 0.09 },
    { name: 'vigia agent', command: 'node /usr/lib/vigia/dist/main.js agent', cpuShare: 0.01, ramShare: 0.02 },
  ],
  isFlaky: false,
  episodes: [
    { agoMinutes: 1160, minutes: 36, cpuPercent: 94 },
    { agoMinutes: 2 * 1440 + 200, minutes: 52, ramPercent: 91 },
    { agoMinutes: 9 * 1440 + 75, minutes: 27, cpuPercent: 91 },
    { agoMinutes: 34 * 1440 + 40, minutes: 66, cpuPercent: 96 },
  ],
};

/** A single-board computer in a classroom, on a wireless network that drops now and then. */
const lab: InventedMachine = {
  number: 3,
  id: '5f0c2f1e-0d6e-4d0a-9a57-3f6c1b8f4a03',
  tags: ['classroom'],
  facts: {
    name: 'pi-lab',
    system: 'Raspberry Pi OS (bookworm)',
    kernel: 'Linux 6.12.34+rpt-rpi-2712',
    architecture: 'aarch64',
    processor: 'Raspberry Pi 5 Model B',
    cores: 4,
    environment: 'physical',
    environmentName: null,
  },
  runningDays: 9,
  rhythm: 'lessons',
  ramBytes: 8 * GIB,
  swapBytes: 2 * GIB,
  cpu: { idle: 6, busy: 38 },
  ram: { idle: 34, busy: 24 },
  swapPercent: 7,
  network: { received: 0.5 * MB, sent: 0.2 * MB },
  diskActivity: { read: 0.6 * MB, written: 0.4 * MB },
  celsius: { idle: 47, perPercent: 0.29 },
  disks: [{ path: '/', type: 'ext4', totalBytes: 58 * GIB, percent: 46.1, perDay: 0.017 }],
  programs: [
    { name: 'chromium', command: 'chromium --kiosk http://localhost:1880/', cpuShare: 0.39, ramShare: 0.34 },
    { name: 'python3 sensors.py', command: 'python3 /home/lab/sensors.py', cpuShare: 0.26, ramShare: 0.06 },
    { name: 'node-red', command: 'node-red --max-old-space-size=512', cpuShare: 0.17, ramShare: 0.12 },
    {
      name: 'mosquitto',
      command: '/usr/sbin/mosquitto -c /etc/mosquitto/mosquitto.conf',
      cpuShare: 0.04,
      ramShare: 0.01,
    },
    { name: 'vigia agent', command: 'node /usr/lib/vigia/dist/main.js agent', cpuShare: 0.03, ramShare: 0.05 },
  ],
  isFlaky: true,
  episodes: [
    { agoMinutes: 15 * 1440 + 500, minutes: 42, isOff: true },
    { agoMinutes: 4 * 1440 + 130, minutes: 95, ramPercent: 89 },
  ],
};

/** The machines of the demonstration, by number. */
export const inventedMachines: readonly [InventedMachine, ...InventedMachine[]] = [nas, web, lab];
