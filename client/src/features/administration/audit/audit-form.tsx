import { type FormEvent, useRef } from 'react';
import { Field } from '../../../components/field';
import { type Message, say } from '../../../lib/i18n/say';
import { SelectField } from '../parts/select-field';
import { auditMessages as messages } from './audit.messages';
import type { AuditFilter } from './audit.operations';
import { filterNames, toIsoTime, toLocalTime } from './audit-filter';

interface AuditFormProps {
  filter: AuditFilter;
  onFilter(filter: AuditFilter): void;
}

/** The filter as a form; its values are those of the address. */
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
      <summary>{say(messages.filters)}</summary>
      <form className="audit-form" ref={form} onSubmit={send} aria-label={say(messages.filters)}>
        <Field label={say(messages.username)} name="username" defaultValue={filter.username ?? ''} {...PLAIN} />
        <Field label={say(messages.actor)} name="actor" defaultValue={filter.actor ?? ''} {...PLAIN} />
        <Field label={say(messages.address)} name="address" defaultValue={filter.address ?? ''} {...PLAIN} />
        <Choices label={messages.event} name="event" value={filter.event} words={messages.events} sorted />
        <Choices label={messages.result} name="result" value={filter.result} words={messages.results} />
        <Choices label={messages.door} name="door" value={filter.door} words={messages.doors} />
        <Field label={say(messages.from)} name="from" type="datetime-local" defaultValue={toLocalTime(filter.from)} />
        <Field label={say(messages.to)} name="to" type="datetime-local" defaultValue={toLocalTime(filter.to)} />
        <div className="actions audit-form-actions">
          <button className="button" type="submit">
            {say(messages.filter)}
          </button>
          {isFiltered && (
            <button className="button" type="button" onClick={() => onFilter({})}>
              {say(messages.clear)}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

/** Where the form leaves room for the list below it. */
function isWide(): boolean {
  return matchMedia('(width >= 960px)').matches;
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false };

interface ChoicesProps {
  label: Message;
  name: keyof AuditFilter;
  value: string | null | undefined;
  words: Readonly<Record<string, Message>>;
  /** By what is read; else in the order of the words. */
  sorted?: boolean;
}

function Choices({ label, name, value, words, sorted = false }: ChoicesProps) {
  const options = Object.entries(words).map(([word, message]) => ({ value: word, label: say(message) }));
  if (sorted) options.sort((a, b) => a.label.localeCompare(b.label));
  return (
    <SelectField
      label={say(label)}
      name={name}
      defaultValue={value ?? ''}
      options={[{ value: '', label: say(messages.any) }, ...options]}
    />
  );
}
