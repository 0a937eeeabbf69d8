import { useId } from 'react';
import { Field } from '../../../components/forms/field';
import { t } from '../../../lib/i18n/t';
import { type ChannelPart, isSecret, type PartWords } from './channel-kinds';

interface PartFieldProps {
  part: ChannelPart;
  words: PartWords;
  value: string;
  /** Whether there is a stored value, which is never shown. */
  isStored: boolean;
  isRemoved: boolean;
  faults: readonly string[];
  onChange(value: string): void;
  onRemove(isRemoved: boolean): void;
}

/** A field of a channel, with a hint on finding its value. Typing replaces a stored secret. */
export function PartField(props: PartFieldProps) {
  const { part, words, value, isStored, isRemoved, faults, onChange, onRemove } = props;
  const label = words.isOptional ? t('ui.channels.optional', { label: t(words.label) }) : t(words.label);
  if (part === 'addresses') return <AddressesField {...props} label={label} />;
  const keeps = isStored && !isRemoved;
  return (
    <>
      <Field
        label={label}
        hint={t(words.hint)}
        name={`channel-${part}`}
        type={part === 'secret' ? 'password' : 'text'}
        // Browsers must neither fill it in nor save it, because it is not the user's password.
        autoComplete={part === 'secret' ? 'new-password' : 'off'}
        spellCheck={false}
        required={!words.isOptional && !words.isMade && !keeps}
        placeholder={keeps && isSecret(part) ? t('ui.channels.stored') : undefined}
        value={value}
        faults={faults}
        onChange={({ target }) => onChange(target.value)}
      />
      {isStored && (words.isOptional || words.isMade) && (
        <label className="check">
          <input type="checkbox" checked={isRemoved} onChange={({ target }) => onRemove(target.checked)} />
          {t(words.isMade ? 'ui.channels.makeAnew' : 'ui.channels.remove', { label: t(words.label) })}
        </label>
      )}
    </>
  );
}

/** Multi-line because there may be several recipients. */
function AddressesField({ words, value, faults, onChange, label }: PartFieldProps & { label: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name="channel-addresses"
        rows={3}
        required
        spellCheck={false}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? `${id}-error ${id}-hint` : `${id}-hint`}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {t(words.hint)}
      </p>
      {faults.length > 0 && (
        <p className="error" id={`${id}-error`}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  );
}
