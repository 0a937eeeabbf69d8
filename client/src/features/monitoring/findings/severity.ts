import type { MessageKey } from '../../../lib/i18n/t';
import type { Finding } from './use-findings';

/** Names of the severities, shown in addition to their colours and shapes. */
export const severityMessages = {
  BAD: 'ui.dashboard.bad',
  WARNING: 'ui.dashboard.warning',
  INFORMATION: 'ui.dashboard.information',
} as const satisfies Record<Finding['severity'], MessageKey>;
