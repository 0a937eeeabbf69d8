import type { Representation } from '../../../../../src/features/conversion/rules/representations/representations';
import type { MessageKey } from '../../../lib/i18n/t';

export const kindNames = {
  UNSIGNED: 'ui.bits.kinds.UNSIGNED',
  TWOS_COMPLEMENT: 'ui.bits.kinds.TWOS_COMPLEMENT',
  SIGN_AND_MAGNITUDE: 'ui.bits.kinds.SIGN_AND_MAGNITUDE',
} as const satisfies Record<Representation['kind'], MessageKey>;
