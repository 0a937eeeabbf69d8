import { randomBytes } from 'node:crypto';
import { serve } from '../app/serve.js';
import { openDisposableDomains } from '../features/accounts/email-domains/open-disposable-domains.js';
import type { Language } from '../i18n/catalogues.js';
import type { Settings } from '../settings/settings.js';
import { createLogger } from '../shared/logger.js';
import { holdYoungGeneration } from '../shared/young-generation.js';
import { demoAccounts } from './demo-accounts.js';
import { demoSettings } from './demo-settings.js';
import { Demonstration } from './demonstration.js';

const SECRET_KEY_BYTES = 32;

/** Runs the demonstration until SIGTERM or SIGINT. */
export async function runDemo(given: Settings, language: Language): Promise<void> {
  holdYoungGeneration();
  const settings = demoSettings(given);
  const logger = createLogger(settings.logLevel, process.stdout, settings.logFormat);
  const preparation = {
    settings,
    logger,
    secretKey: randomBytes(SECRET_KEY_BYTES).toString('base64url'),
    hostId: undefined,
    disposableDomains: openDisposableDomains(settings, logger),
  };
  let demonstration: Demonstration | undefined;
  await serve(preparation, {
    prepare: async ({ database, clock }) => {
      demonstration = new Demonstration({ clock, settings, language });
      await demonstration.fill(database);
      return demonstration.replacedParts();
    },
    begin: async (app, report) => demonstration?.begin(app, report) ?? (() => {}),
    announce: () => {
      const { staff, member, password } = demoAccounts;
      logger.log('info', 'This is a demonstration: log in with one of its accounts', { staff, member, password });
    },
  });
}
