import { gzipSync } from 'node:zlib';
import { attributesOf, CUMULATIVE, encodeOtlp, type OtlpMetric, type OtlpRequest } from './otlp-request.js';

const GIB = 1024 ** 3;

interface OtlpMachine {
  readonly hostName?: string;
  /** Time of all points. */
  readonly atMs: number;
  /** Seconds that its counters have run: half busy, 1,000 bytes received a second. */
  readonly ranSeconds: number;
}

/** Returns the metrics of a machine as a collector sends them: half busy, 2 of 8 GiB in use, 1 of 4 GiB of disk. */
export function describeOtlpMachine({ hostName, atMs, ranSeconds }: OtlpMachine): OtlpRequest {
  const times = { startTimeUnixNano: '1700000000000000000', timeUnixNano: `${atMs}000000` };
  const point = (value: number, attributes: Readonly<Record<string, string>>) => ({
    ...times,
    asDouble: value,
    attributes: attributesOf(attributes),
  });
  const sum = (name: string, points: readonly ReturnType<typeof point>[]): OtlpMetric => ({
    name,
    sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: points },
  });
  const disk = { device: '/dev/sda1', mountpoint: '/', type: 'ext4', mode: 'rw' };
  const metrics = [
    sum('system.cpu.time', [
      point(ranSeconds / 2, { cpu: 'cpu0', state: 'user' }),
      point(ranSeconds / 2, { cpu: 'cpu0', state: 'idle' }),
    ]),
    sum('system.memory.usage', [point(2 * GIB, { state: 'used' }), point(6 * GIB, { state: 'free' })]),
    sum('system.network.io', [
      point(1000 * ranSeconds, { device: 'eth0', direction: 'receive' }),
      point(10 * ranSeconds, { device: 'eth0', direction: 'transmit' }),
    ]),
    sum('system.filesystem.usage', [
      point(1 * GIB, { ...disk, state: 'used' }),
      point(3 * GIB, { ...disk, state: 'free' }),
    ]),
  ];
  const attributes = attributesOf({ 'os.type': 'linux', ...(hostName !== undefined && { 'host.name': hostName }) });
  return { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] };
}

/** Joins requests into one, as a collector batches them. */
export function joinRequests(requests: readonly OtlpRequest[]): OtlpRequest {
  return { resourceMetrics: requests.flatMap(({ resourceMetrics }) => resourceMetrics) };
}

interface Sending {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a body as it is. */
export function sendOtlpBody(
  baseUrl: string,
  body: string | Uint8Array,
  { token, headers }: Sending,
): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${baseUrl}/v1/metrics`, {
    method: 'POST',
    body: typeof body === 'string' ? body : Uint8Array.from(body),
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
  });
}

/** Sends a request in JSON, or in protobuf packed with gzip. */
export function sendOtlp(baseUrl: string, token: string, request: OtlpRequest, form: 'json' | 'protobuf' = 'json') {
  if (form === 'json') return sendOtlpBody(baseUrl, JSON.stringify(request), { token });
  const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
  return sendOtlpBody(baseUrl, gzipSync(encodeOtlp(request)), { token, headers });
}
