import { loadMessages } from '../../../../lib/i18n/load-messages';

/** Resolves when the messages of the backtest are loaded. */
export const backtestMessages = loadMessages(
  import.meta.glob('../../../../../../src/locales/*.json', { query: '?keys=ui.alertBacktest', import: 'default' }),
);
