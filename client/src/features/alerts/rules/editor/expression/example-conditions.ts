import type { MessageKey } from '../../../../../lib/i18n/t';
import { mapConditions } from '../../../parts/map-conditions';
import type { ReferenceWord } from './words';

/** An example condition for each name. */
export const referenceExamples: Readonly<Record<ReferenceWord, string>> = {
  ...mapConditions(({ example }) => example),
  disk: 'disk("/") > 90 %',
  load1: 'load1 > 2',
  load5: 'load5 > 1.5',
  load15: 'load15 > 1',
  uptime: 'uptime < 10 min',
  away: 'away > 2 min',
  avg: 'avg(cpu, 10m) > 90 %',
  min: 'min(ram, 1h) > 80 %',
  max: 'max(netin, 5m) > 20 MiB/s',
  rise: 'rise(disk, 24h) > 5 %',
  time: 'time(08:00-18:00, mon-fri)',
};

interface ExampleRule {
  readonly name: MessageKey;
  readonly expression: string;
  readonly holds: string;
}

/** Common rules that fill in the editor. */
export const exampleRules: readonly ExampleRule[] = [
  { name: 'ui.alertRule.example.diskFilling', expression: 'rise(disk, 24h) > 5 AND disk > 70', holds: '10 min' },
  { name: 'ui.alertRule.example.busyAtNight', expression: 'avg(cpu, 10m) > 80 AND time(22:00-06:00)', holds: '5 min' },
  { name: 'ui.alertRule.example.memory', expression: 'ram > 90 AND swap > 50', holds: '10 min' },
  {
    name: 'ui.alertRule.example.upload',
    expression: 'avg(netout, 15m) > 10 MiB/s AND NOT time(02:00-04:00)',
    holds: '15 min',
  },
  { name: 'ui.alertRule.example.away', expression: 'away > 2 min OR uptime < 5 min', holds: '0 s' },
];
