import './delivery-mark.css';
import { Mark } from '../../../components/lists/records';
import { t } from '../../../lib/i18n/t';
import { deliveryText } from './delivery-text';

const MARKS = {
  WAITING: { tone: 'neutral', label: 'ui.alerts.delivery.waiting' },
  SENT: { tone: 'good', label: 'ui.alerts.delivery.sent' },
  FAILED: { tone: 'bad', label: 'ui.alerts.delivery.failed' },
  CANCELLED: { tone: 'neutral', label: 'ui.alerts.delivery.cancelled' },
} as const;

/** Shows a message's state, and the provider's response or the reason why there was none. */
export function DeliveryMark({ state, detail }: { state: keyof typeof MARKS; detail: string }) {
  const { tone, label } = MARKS[state];
  return (
    <>
      <Mark tone={tone}>{t(label)}</Mark> {detail && <span className="delivery-detail">{deliveryText(detail)}</span>}
    </>
  );
}
