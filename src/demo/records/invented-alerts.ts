import type { MessageKey } from '../../i18n/message.js';

/** Full enough, unless somebody is just writing a backup; far too full in any case. Its circuit has every kind of gate. */
export const DISK_CONDITION = 'disk > 95 % OR disk > 90 % AND NOT diskwrite > 300 MB/s';
export const DISK_FOR_SECONDS = 300;

interface RuleFacts {
  readonly name: Extract<MessageKey, `demo.rules.${string}`>;
  readonly expression: string;
  readonly forSeconds: number;
  readonly severity: 'WARNING' | 'BAD';
  readonly targets: readonly (string | number)[];
}

export const addedRules = {
  processor: {
    name: 'demo.rules.processor',
    expression: 'avg(cpu, 10m) > 80 % OR load5 > 1.5',
    forSeconds: 0,
    severity: 'WARNING',
    targets: ['web'],
  },
  memory: {
    name: 'demo.rules.memory',
    expression: 'ram > 85 % OR swap > 50 %',
    forSeconds: 600,
    severity: 'WARNING',
    targets: [],
  },
  traffic: {
    name: 'demo.rules.traffic',
    expression: 'netin > 80 MB/s',
    forSeconds: 300,
    severity: 'WARNING',
    targets: [1],
  },
} as const satisfies Record<string, RuleFacts>;

/** The supplied rules that incidents refer to, by their ids. */
export const DISK_RULE = 1;
export const SILENCE_RULE = 4;

/** Past incidents: those of the machines' episodes, with the values that their charts show. */
export const pastIncidents: readonly PastIncident[] = [
  {
    rule: 'processor',
    host: 2,
    agoMinutes: 34 * 1440 + 30,
    minutes: 58,
    values: [
      [46, 80.3, 96.4],
      [0.44, 0.78, 0.95],
    ],
  },
  { rule: SILENCE_RULE, host: 3, agoMinutes: 15 * 1440 + 498, minutes: 41, values: [[5, 121, 2480]] },
  {
    rule: 'processor',
    host: 2,
    agoMinutes: 9 * 1440 + 66,
    minutes: 21,
    values: [
      [51, 80.1, 91.8],
      [0.49, 0.77, 0.9],
    ],
  },
  { rule: 'traffic', host: 1, agoMinutes: 6 * 1440 + 305, minutes: 10, values: [[1_900_000, 96e6, 104e6]] },
  {
    rule: 'memory',
    host: 3,
    agoMinutes: 4 * 1440 + 120,
    minutes: 87,
    values: [
      [54, 85.9, 89.4],
      [8, 12, 16],
    ],
  },
  {
    rule: 'memory',
    host: 2,
    agoMinutes: 2 * 1440 + 190,
    minutes: 44,
    values: [
      [66, 86.4, 91.3],
      [0, 0, 0],
    ],
  },
  {
    rule: 'processor',
    host: 2,
    agoMinutes: 1152,
    minutes: 31,
    values: [
      [48, 80.6, 94.9],
      [0.46, 0.79, 0.93],
    ],
  },
];

export interface PastIncident {
  readonly rule: keyof typeof addedRules | typeof SILENCE_RULE;
  readonly host: number;
  readonly agoMinutes: number;
  readonly minutes: number;
  /** For each comparison: before, at the start, and the most extreme. */
  readonly values: readonly (readonly [before: number, atStart: number, peak: number])[];
}
