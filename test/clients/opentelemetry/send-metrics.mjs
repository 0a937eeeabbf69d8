// Sends the metrics of this machine three times by each form of OTLP, each to a host of its own, with the SDK and its
// defaults otherwise. Prints what the SDK warns of, and at the end what the machine was doing.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { HostMetrics } from '@opentelemetry/host-metrics';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';

const PAUSE_MS = 1300;
const BYTES_PER_MS = 1000;
const GIB = 1024 ** 3;

const log = (message, ...more) => console.log('warns:', message, ...more.map((one) => JSON.stringify(one)));
diag.setLogger({ error: log, warn: log, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);

const { CUMULATIVE, DELTA } = AggregationTemporality;
const forms = [
  { Exporter: JsonExporter, temporalityPreference: CUMULATIVE, compression: 'none' },
  { Exporter: JsonExporter, temporalityPreference: DELTA, compression: 'gzip' },
  { Exporter: ProtobufExporter, temporalityPreference: CUMULATIVE, compression: 'gzip' },
  { Exporter: ProtobufExporter, temporalityPreference: DELTA, compression: 'none' },
];

const begunMs = performance.now();

/** Observes a disk and a file system, which `HostMetrics` has not. */
function observeDisk(meter) {
  const io = meter.createObservableCounter('system.disk.io', { unit: 'By' });
  io.addCallback((result) => {
    const bytes = Math.round((performance.now() - begunMs) * BYTES_PER_MS);
    for (const direction of ['read', 'write']) {
      result.observe(bytes, { 'system.device': 'sda', 'disk.io.direction': direction });
    }
  });
  const usage = meter.createObservableUpDownCounter('system.filesystem.usage', { unit: 'By' });
  usage.addCallback((result) => {
    const attributes = {
      'system.device': '/dev/sda1',
      'system.filesystem.mountpoint': '/',
      'system.filesystem.type': 'ext4',
    };
    result.observe(3 * GIB, { ...attributes, 'system.filesystem.state': 'used' });
    result.observe(9 * GIB, { ...attributes, 'system.filesystem.state': 'free' });
  });
}

const readers = process.env.TOKENS.split(',').map((token, index) => {
  const { Exporter, ...form } = forms[index];
  const exporter = new Exporter({
    url: `${process.env.VIGIA}/v1/metrics`,
    headers: { authorization: `Bearer ${token}` },
    ...form,
  });
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 600_000 });
  const resource = resourceFromAttributes({
    'host.name': `machine-${index}`,
    'host.arch': 'amd64',
    'os.type': 'linux',
  });
  const meterProvider = new MeterProvider({ resource, readers: [reader] });
  new HostMetrics({ meterProvider, metricGroups: ['system.cpu', 'system.memory', 'system.network'] }).start();
  const meter = meterProvider.getMeter('disks');
  observeDisk(meter);
  if (index === 0) meter.createObservableGauge('app.queue').addCallback((result) => result.observe(7));
  return reader;
});

function cpuTimes() {
  const all = cpus().map(({ times }) => times);
  const idle = all.reduce((sum, times) => sum + times.idle, 0);
  return { idle, total: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) };
}

let [before, now] = [cpuTimes(), cpuTimes()];
for (let round = 0; round < 3; round += 1) {
  if (round > 0) await sleep(PAUSE_MS);
  [before, now] = [now, cpuTimes()];
  await Promise.all(readers.map((reader) => reader.forceFlush()));
}
const cpuPercent = 100 * (1 - (now.idle - before.idle) / (now.total - before.total));
console.log(`sent: ${JSON.stringify({ cpuPercent })}`);
// Ending without a shutdown, which would send once more.
process.exit();
