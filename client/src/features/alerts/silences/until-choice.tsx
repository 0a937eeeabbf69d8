import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { t } from '../../../lib/i18n/t';
import type { Until } from './until';

interface UntilChoiceProps {
  until: Until;
  faults: readonly string[];
  onChange(until: Until): void;
}

/** Input for the end of a silence. */
export function UntilChoice({ until, faults, onChange }: UntilChoiceProps) {
  return (
    <>
      <Choice
        legend={t('ui.silencing.until')}
        options={[
          { value: 'hour', label: t('ui.silencing.hour') },
          { value: 'hours', label: t('ui.silencing.hours') },
          { value: 'morning', label: t('ui.silencing.morning') },
          { value: 'moment', label: t('ui.silencing.moment') },
        ]}
        value={until.kind}
        onChoose={(kind) => onChange({ ...until, kind })}
      />
      {until.kind === 'moment' ? (
        <Field
          label={t('ui.silencing.momentField')}
          name="until"
          type="datetime-local"
          required
          value={until.moment}
          faults={faults}
          onChange={({ target }) => onChange({ ...until, moment: target.value })}
        />
      ) : (
        faults.length > 0 && <p className="error">{faults.join(' ')}</p>
      )}
    </>
  );
}
