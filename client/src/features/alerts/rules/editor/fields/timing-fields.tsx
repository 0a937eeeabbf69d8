import { findFaults, type Progress } from '../../../../../lib/graphql/use-action';
import { t } from '../../../../../lib/i18n/t';
import type { RuleValues } from '../rule-values';
import { DurationField } from './duration-field';

interface TimingFieldsProps {
  values: RuleValues;
  progress: Progress;
  set(changes: Partial<RuleValues>): void;
}

/** Durations for which the condition must be true before the rule fires, and false before it ends. */
export function TimingFields({ values, progress, set }: TimingFieldsProps) {
  return (
    <div className="rule-fields">
      <DurationField
        name="forSeconds"
        label={t('ui.alertRule.for')}
        hint={t('ui.alertRule.forHint')}
        value={values.holds}
        faults={findFaults(progress, 'forSeconds')}
        onChange={(holds) => set({ holds })}
      />
      <DurationField
        name="releaseSeconds"
        label={t('ui.alertRule.release')}
        hint={t('ui.alertRule.releaseHint')}
        value={values.releases}
        faults={findFaults(progress, 'releaseSeconds')}
        onChange={(releases) => set({ releases })}
      />
    </div>
  );
}
