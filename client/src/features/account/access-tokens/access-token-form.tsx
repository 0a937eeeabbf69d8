import { useId, useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { SelectField } from '../../../components/forms/select-field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import {
  ABOUT_ACCESS_TOKENS,
  CreateAccessToken,
  type NewAccessToken,
  type TokenScope,
} from './access-tokens.operations';
import { allScopes, scopeWords } from './scope-words';

const DAYS = [7, 30, 90, 180, 365];
const DAYS_DEFAULT = 90;

interface AccessTokenFormProps {
  onMade(made: NewAccessToken): void;
  onClose(): void;
}

/** Asks for the name, scopes and lifetime of a new token. */
export function AccessTokenForm({ onMade, onClose }: AccessTokenFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['READ']);
  const [days, setDays] = useState(String(DAYS_DEFAULT));
  const { progress, run } = useAction(CreateAccessToken, ABOUT_ACCESS_TOKENS);
  const send = async () => {
    const answer = await run({ name: name.trim(), scopes: [...scopes], days: Number(days) });
    if (answer) onMade(answer.createPersonalAccessToken);
  };
  return (
    <div className="new-token">
      <ActionForm
        progress={progress}
        ready={name.trim() !== '' && scopes.length > 0}
        action={t('ui.account.createToken')}
        done=""
        beside={
          <button className="button" type="button" onClick={onClose}>
            {t('ui.account.cancelToken')}
          </button>
        }
        onSend={() => void send()}
      >
        <Field
          label={t('ui.account.tokenName')}
          hint={t('ui.account.tokenNameHint')}
          name="token-name"
          required
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          value={name}
          faults={findFaults(progress, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        <Scopes chosen={scopes} onChoose={setScopes} faults={findFaults(progress, 'scopes')} />
        <SelectField
          label={t('ui.account.tokenDays')}
          name="token-days"
          value={days}
          options={DAYS.map((count) => ({ value: String(count), label: t('ui.account.days', { count }) }))}
          faults={findFaults(progress, 'days')}
          onChange={setDays}
        />
      </ActionForm>
    </div>
  );
}

interface ScopesProps {
  chosen: readonly TokenScope[];
  onChoose(scopes: readonly TokenScope[]): void;
  faults: readonly string[] | undefined;
}

function Scopes({ chosen, onChoose, faults = [] }: ScopesProps) {
  const [{ isStaff }] = useViewer();
  const id = useId();
  const offered = allScopes.filter((scope) => scope !== 'STAFF_READ' || isStaff);
  return (
    <fieldset className="token-scopes" aria-describedby={faults.length > 0 ? `${id}-error` : undefined}>
      <legend>{t('ui.account.tokenScopes')}</legend>
      {offered.map((scope) => (
        <div className="token-scope" key={scope}>
          <input
            type="checkbox"
            id={`${id}-${scope}`}
            checked={chosen.includes(scope)}
            aria-describedby={`${id}-${scope}-hint`}
            aria-invalid={faults.length > 0 || undefined}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
          <label htmlFor={`${id}-${scope}`}>{t(scopeWords[scope].name)}</label>
          <p className="hint" id={`${id}-${scope}-hint`}>
            {t(scopeWords[scope].hint)}
          </p>
        </div>
      ))}
      {faults.length > 0 && (
        <p className="error" id={`${id}-error`}>
          {faults.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
