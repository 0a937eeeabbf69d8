import { type FormEvent, useRef } from 'react';
import { Field } from '../../../components/forms/field';
import { SelectField } from '../../../components/forms/select-field';
import { type MessageKey, t } from '../../../lib/i18n/t';
import type { AuditFilter } from './audit.operations';
import { filterNames, toIsoTime, toLocalTime } from './audit-filter';
import { eventNames, methodNames, resultNames } from './audit-names';

interface AuditFormProps {
  filter: AuditFilter;
  onFilter(filter: AuditFilter): void;
}

/** Form for the filter, filled in from the URL. */
export function AuditForm({ filter, onFilter }: AuditFormProps) {
  const isFiltered = Object.keys(filter).length > 0;
  const form = useRef<HTMLFormElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = new FormData(form.current as HTMLFormElement);
    const value = (name: keyof AuditFilter) => String(typed.get(name) ?? '').trim();
    const given = filterNames.map((name) => [
      name,
      name === 'from' || name === 'to' ? toIsoTime(value(name)) : value(name) || undefined,
    ]);
    onFilter(Object.fromEntries(given));
  };
  return (
    <details className="audit-filters" open={isFiltered || isWide()}>
      <summary>{t('ui.audit.filters')}</summary>
      <form className="audit-form" ref={form} onSubmit={send} aria-label={t('ui.audit.filters')}>
        <Field label={t('ui.audit.username')} name="username" defaultValue={filter.username ?? ''} {...PLAIN} />
        <Field label={t('ui.audit.actor')} name="actor" defaultValue={filter.actor ?? ''} {...PLAIN} />
        <Field label={t('ui.audit.address')} name="address" defaultValue={filter.address ?? ''} {...PLAIN} />
        <Choices label="ui.audit.event" name="event" value={filter.event} words={eventNames} sorted />
        <Choices label="ui.audit.result" name="result" value={filter.result} words={resultNames} />
        <Choices label="ui.audit.door" name="door" value={filter.door} words={methodNames} />
        <Field label={t('ui.audit.from')} name="from" type="datetime-local" defaultValue={toLocalTime(filter.from)} />
        <Field label={t('ui.audit.to')} name="to" type="datetime-local" defaultValue={toLocalTime(filter.to)} />
        <div className="actions audit-form-actions">
          <button className="button" type="submit">
            {t('ui.audit.filter')}
          </button>
          {isFiltered && (
            <button className="button" type="button" onClick={() => onFilter({})}>
              {t('ui.audit.clear')}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

/** Whether the form leaves room for the list below it. */
function isWide(): boolean {
  return matchMedia('(width >= 960px)').matches;
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false };

interface ChoicesProps {
  label: MessageKey;
  name: keyof AuditFilter;
  value: string | null | undefined;
  words: Readonly<Record<string, MessageKey>>;
  /** Whether options are sorted by label rather than kept in the given order. */
  sorted?: boolean;
}

function Choices({ label, name, value, words, sorted = false }: ChoicesProps) {
  const options = Object.entries(words).map(([word, message]) => ({ value: word, label: t(message) }));
  if (sorted) options.sort((a, b) => a.label.localeCompare(b.label));
  return (
    <SelectField
      label={t(label)}
      name={name}
      defaultValue={value ?? ''}
      options={[{ value: '', label: t('ui.audit.any') }, ...options]}
    />
  );
}
