import { execFile } from 'node:child_process';
import { endianness } from 'node:os';
import type { CollectFromDevices } from './collector.js';

const PERL = '/usr/bin/perl';

/** Number of the system call `adjtimex(2)`, by architecture. */
const SYSTEM_CALLS: Readonly<Record<string, number>> = { x64: 159, arm64: 171, riscv64: 171, ppc64: 128, s390x: 124 };

/** Time limit for Perl, which takes a few milliseconds unless the machine is overloaded. */
const PERL_MS = 5000;

/** More than a `struct timex` has. */
const TIMEX_BYTES = 256;

/** Return value of `adjtimex` while the clock is not synchronised. */
const TIME_ERROR = 5;

/** Flag of the status: times are in nanoseconds rather than microseconds. */
const STA_NANO = 0x2000;

/** Unit of frequencies: parts per million, with 16 bits behind the point. */
const SCALED_PPM = 1e6 * 65_536;

/** Offsets in a `struct timex` of 64-bit systems; its fields are as long as a `long`, but for the two marked. */
const FIELDS = {
  offset: 8,
  frequency: 16,
  maximumError: 24,
  estimatedError: 32,
  status: 40, // int
  constant: 48,
  tick: 88,
  ppsFrequency: 96,
  jitter: 104,
  shift: 112, // int
  stability: 120,
  jitterCount: 128,
  calibrationCount: 136,
  errorCount: 144,
  stabilityCount: 152,
  tai: 160, // int
} as const;

const INTEGERS: readonly string[] = ['status', 'shift', 'tai'];

/**
 * Adds how well the clock is kept. Only a system call tells that, and Node.js has none for it; Perl makes it, which Debian
 * and Ubuntu always have (decision 105).
 */
export const collectClockDiscipline: CollectFromDevices = async (_files, series) => {
  const { state, field } = parseTimex(await readTimex());
  const seconds = (field('status') & STA_NANO) === 0 ? 1e-6 : 1e-9;
  const figures = {
    sync_status: state === TIME_ERROR ? 0 : 1,
    offset_seconds: field('offset') * seconds,
    frequency_adjustment_ratio: 1 + field('frequency') / SCALED_PPM,
    maxerror_seconds: field('maximumError') * 1e-6,
    estimated_error_seconds: field('estimatedError') * 1e-6,
    status: field('status'),
    loop_time_constant: field('constant'),
    tick_seconds: field('tick') * 1e-6,
    pps_frequency_hertz: field('ppsFrequency') / SCALED_PPM,
    pps_jitter_seconds: field('jitter') * seconds,
    pps_shift_seconds: field('shift'),
    pps_stability_hertz: field('stability') / SCALED_PPM,
    pps_jitter_total: field('jitterCount'),
    pps_calibration_total: field('calibrationCount'),
    pps_error_total: field('errorCount'),
    pps_stability_exceeded_total: field('stabilityCount'),
    tai_offset_seconds: field('tai'),
  };
  for (const [name, value] of Object.entries(figures)) series.add(`node_timex_${name}`, value);
};

/** Resolves to what the call returned, and its structure in hexadecimal digits. */
function readTimex(): Promise<string> {
  const call = SYSTEM_CALLS[process.arch];
  if (call === undefined) throw new Error(`The number of adjtimex is not known for ${process.arch}`);
  const program = `my $t = "\\0" x ${TIMEX_BYTES}; my $s = syscall(${call}, $t); exit 1 if $s < 0; print "$s ", unpack("H*", $t);`;
  return new Promise((resolve, reject) => {
    execFile(PERL, ['-e', program], { env: {}, timeout: PERL_MS, maxBuffer: 4096 }, (error, output) => {
      if (error) reject(error);
      else resolve(output);
    });
  });
}

function parseTimex(output: string) {
  const [state, digits = ''] = output.split(' ');
  const timex = Buffer.from(digits, 'hex');
  const isLittle = endianness() === 'LE';
  return {
    state: Number(state),
    field: (name: keyof typeof FIELDS): number => {
      const at = FIELDS[name];
      if (INTEGERS.includes(name)) return isLittle ? timex.readInt32LE(at) : timex.readInt32BE(at);
      return Number(isLittle ? timex.readBigInt64LE(at) : timex.readBigInt64BE(at));
    },
  };
}
