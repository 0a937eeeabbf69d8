import { languages } from '../../i18n/catalogues.js';
import { processEnvironment } from '../../settings/environment.js';
import { readSettings } from '../../settings/settings.js';
import { type Command, UsageError } from '../command.js';
import { languageOfLocale } from '../language-of-locale.js';

/** Serves invented machines (contract 10). */
export const demo: Command = {
  name: 'demo',
  summary: 'Serves three invented machines with two years of history, to look around.',
  notes: [
    'Nothing is written to the data folder, and nothing is sent: no mail, webhook, notification or other request.',
    'It keeps everything in memory, and forgets it when it ends. Of the settings, those of the address count.',
  ],
  options: {
    language: { type: 'string', summary: `language of names and notes: ${languages.join(', ')}` },
  },
  example: 'vigia demo',
  async run({ options: { language: typed } }) {
    const language = languages.find((one) => one === (typed ?? languageOfLocale()));
    if (!language) throw new UsageError(`--language must be one of ${languages.join(', ')}`);
    const settings = readSettings(processEnvironment());
    const { runDemo } = await import('../../demo/run-demo.js');
    await runDemo(settings, language);
  },
};
