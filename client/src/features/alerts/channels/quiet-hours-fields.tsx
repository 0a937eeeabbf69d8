import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { dateFormat } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { type ChannelValues, suggestedQuietHours } from './channel-form-values';

type QuietHours = NonNullable<ChannelValues['quietHours']>;

interface QuietHoursFieldsProps {
  quietHours: QuietHours | null;
  faults: readonly string[];
  onChange(quietHours: QuietHours | null): void;
}

/** Fields for the channel's quiet hours. */
export function QuietHoursFields({ quietHours, faults, onChange }: QuietHoursFieldsProps) {
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={quietHours !== null}
          onChange={({ target }) => onChange(target.checked ? suggestedQuietHours() : null)}
        />
        {t('ui.channels.quietHours')}
      </label>
      {quietHours && (
        <fieldset className="channel-quiet">
          <legend className="visually-hidden">{t('ui.channels.quietHours')}</legend>
          <div className="channel-times">
            <Field
              label={t('ui.channels.quietFrom')}
              name="quiet-from"
              type="time"
              required
              value={quietHours.from}
              onChange={({ target }) => onChange({ ...quietHours, from: target.value })}
            />
            <Field
              label={t('ui.channels.quietTo')}
              name="quiet-to"
              type="time"
              required
              value={quietHours.to}
              onChange={({ target }) => onChange({ ...quietHours, to: target.value })}
            />
          </div>
          <Days quietHours={quietHours} onChange={onChange} />
          <Choice
            legend={t('ui.channels.quietSeverity')}
            options={[
              { value: 'WARNING', label: t('ui.channels.quietWarnings') },
              { value: 'ALL', label: t('ui.channels.quietAll') },
            ]}
            value={quietHours.severity}
            onChoose={(severity) => onChange({ ...quietHours, severity })}
          />
          <Field
            label={t('ui.channels.timeZone')}
            hint={t('ui.channels.timeZoneHint')}
            name="quiet-zone"
            autoComplete="off"
            spellCheck={false}
            required
            value={quietHours.timeZone}
            faults={faults}
            onChange={({ target }) => onChange({ ...quietHours, timeZone: target.value })}
          />
        </fieldset>
      )}
    </>
  );
}

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
/** Any Monday will do. */
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Days on which quiet hours begin; choosing none means every day. */
function Days({ quietHours, onChange }: Pick<QuietHoursFieldsProps, 'onChange'> & { quietHours: QuietHours }) {
  const { days } = quietHours;
  const format = dateFormat({ weekday: 'short', timeZone: 'UTC' });
  const toggle = (day: (typeof WEEKDAYS)[number], isOn: boolean) => {
    const chosen = WEEKDAYS.filter((other) => (other === day ? isOn : days.includes(other)));
    onChange({ ...quietHours, days: chosen });
  };
  return (
    <fieldset className="choice">
      <legend>{t('ui.channels.quietDays')}</legend>
      <div className="channel-days">
        {WEEKDAYS.map((day, index) => (
          <label className="check" key={day}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ target }) => toggle(day, target.checked)}
            />
            {format.format(new Date(FIRST_DAY + index * DAY_MS))}
          </label>
        ))}
      </div>
      <p className="hint">{t('ui.channels.quietDaysHint')}</p>
    </fieldset>
  );
}
