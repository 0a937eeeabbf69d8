import { t } from '../../lib/i18n/t';
import { PREPARED_MAX, type Preparation } from './prepared-exercises';

/** Says how many exercises were added to a teacher's list, and how many it has no room for. */
export function preparationText({ added, total, left }: Preparation): string {
  const text = t('ui.prepared.added', { added, total, maximum: PREPARED_MAX });
  return left === 0 ? text : `${text} ${t('ui.prepared.left', { left })}`;
}
