import type { MessageKey } from '../../lib/i18n/t';

/** Names of the bases that have their own field. */
export const baseNames = {
  2: 'ui.converter.base.2',
  8: 'ui.converter.base.8',
  10: 'ui.converter.base.10',
  16: 'ui.converter.base.16',
} as const satisfies Record<number, MessageKey>;
