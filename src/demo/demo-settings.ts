import { Resolution } from '../features/monitoring/history/resolution.js';
import type { Settings } from '../settings/settings.js';
import { FILLED_DAYS } from './fill-history.js';
import { inventedMachines } from './machines/machines.js';

/** Returns the settings of a demonstration: where it listens is up to the operator, all else is its own. */
export function demoSettings(given: Settings): Settings {
  const [own] = inventedMachines;
  return {
    ...given,
    database: { kind: 'sqlite', file: ':memory:' },
    secretKey: undefined,
    email: undefined,
    contact: undefined,
    startRegistration: 'OPEN',
    newAccountsSee: 'ALL',
    publicTerms: true,
    publicConverter: true,
    ai: { ...given.ai, enabled: false, apiKey: undefined },
    webhookAllowedNetworks: [],
    hostName: own.facts.name,
    historyDays: {
      samples: FILLED_DAYS[Resolution.SAMPLES],
      minutes: FILLED_DAYS[Resolution.MINUTES],
      hours: FILLED_DAYS[Resolution.HOURS],
    },
  };
}
