import type { Representation } from '../../../../../src/conversion/rules/representations';
import type { MessageKey } from '../../../lib/i18n/t';

/** The names of the binary representations. */
export const kindNames = {
  UNSIGNED: 'ui.converter.kinds.UNSIGNED',
  TWOS_COMPLEMENT: 'ui.converter.kinds.TWOS_COMPLEMENT',
  SIGN_AND_MAGNITUDE: 'ui.converter.kinds.SIGN_AND_MAGNITUDE',
} as const satisfies Record<Representation['kind'], MessageKey>;
