/** Machines that send OTLP for the hosts bench: a process that runs them and nothing else. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  attributesOf,
  CUMULATIVE,
  encodeOtlp,
  type OtlpMetric,
  type OtlpRequest,
} from '../../../test/support/otlp-request.ts';

export interface OtlpOrder {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly intervalMs: number;
}

/** Counts since the previous report. */
export interface OtlpReport {
  readonly requests: number;
  readonly bytes: number;
  readonly failed: number;
}

const PROCESSORS = 8;
const MODES = ['user', 'system', 'idle', 'interrupt', 'nice', 'softirq', 'steal', 'wait'];
const DISKS = ['sda', 'sda1', 'sda2', 'dm-0'];
const INTERFACES = ['lo', 'eth0', 'docker0'];

const connections = new Agent({ keepAlive: true });
const begunMs = Date.now();
let report = { requests: 0, bytes: 0, failed: 0 };

process.on('message', (order: OtlpOrder | 'tell') => {
  if (order === 'tell') {
    process.send?.(report satisfies OtlpReport);
    report = { requests: 0, bytes: 0, failed: 0 };
  } else {
    order.tokens.forEach((token, index) => void live(order, token, index));
    process.send?.(report);
  }
});

async function live({ port, intervalMs }: OtlpOrder, token: string, index: number): Promise<void> {
  await pause(Math.random() * intervalMs);
  for (;;) {
    send(port, token, gzipSync(encodeOtlp(describeMachine(`machine-${index}`))));
    await pause(intervalMs);
  }
}

function send(port: number, token: string, body: Buffer): void {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/x-protobuf',
    'content-encoding': 'gzip',
    'content-length': String(body.length),
  };
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/metrics', headers, agent: connections });
  sent.on('response', (answer) => {
    report = {
      requests: report.requests + 1,
      bytes: report.bytes + body.length,
      failed: report.failed + Number(answer.statusCode !== 200),
    };
    answer.resume();
  });
  sent.on('error', () => {
    report = { ...report, failed: report.failed + 1 };
  });
  sent.end(body);
}

/** Returns what the collector's `hostmetrics` receiver sends of a machine by default: about 200 points. */
function describeMachine(hostName: string): OtlpRequest {
  const now = Date.now();
  const seconds = (now - begunMs) / 1000;
  const times = { startTimeUnixNano: '1700000000000000000', timeUnixNano: `${now}000000` };
  const point = (value: number, attributes: Readonly<Record<string, string>>) => ({
    ...times,
    asDouble: value * (0.9 + 0.2 * Math.random()),
    attributes: attributesOf(attributes),
  });
  const sum = (name: string, dataPoints: readonly ReturnType<typeof point>[]): OtlpMetric => ({
    name,
    sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints },
  });
  const counters = (name: string, devices: readonly string[], directions: readonly string[]) =>
    sum(
      name,
      devices.flatMap((device) => directions.map((direction) => point(1000 * seconds, { device, direction }))),
    );
  const processors = Array.from({ length: PROCESSORS }, (_, cpu) => `cpu${cpu}`);
  const inOut = ['receive', 'transmit'];
  const readWrite = ['read', 'write'];
  const fileSystems = ['/', '/boot', '/home'].map((mountpoint, index) => ({
    ...{ device: `/dev/sda${index}`, mountpoint, type: 'ext4', mode: 'rw' },
  }));
  const metrics = [
    sum(
      'system.cpu.time',
      processors.flatMap((cpu) => MODES.map((state) => point(seconds / 8, { cpu, state }))),
    ),
    ...['1m', '5m', '15m'].map((time) => sum(`system.cpu.load_average.${time}`, [point(1, {})])),
    sum(
      'system.memory.usage',
      ['used', 'free', 'cached', 'buffered', 'slab_reclaimable'].map((state) => point(1e9, { state })),
    ),
    ...['io', 'operations', 'operation_time', 'merged'].map((name) =>
      counters(`system.disk.${name}`, DISKS, readWrite),
    ),
    ...['io', 'packets', 'errors', 'dropped'].map((name) => counters(`system.network.${name}`, INTERFACES, inOut)),
    ...['usage', 'inodes.usage'].map((name) =>
      sum(
        `system.filesystem.${name}`,
        fileSystems.flatMap((one) => ['used', 'free', 'reserved'].map((state) => point(1e10, { ...one, state }))),
      ),
    ),
    sum(
      'system.paging.usage',
      ['used', 'free'].map((state) => point(1e9, { device: '/dev/sda3', state })),
    ),
  ];
  const attributes = attributesOf({ 'host.name': hostName, 'os.type': 'linux' });
  return { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] };
}
