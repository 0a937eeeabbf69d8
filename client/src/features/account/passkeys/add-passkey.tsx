import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { findFaults, type Progress, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { makePasskey } from './make-passkey';
import { ABOUT_PASSKEYS, AddPasskey as Add, BeginPasskey } from './passkeys.operations';

/** Maximum number of passkeys per account. */
const PASSKEYS_MAX = 20;

interface AddPasskeyProps {
  /** Origin whose pages can use passkeys; null where browsers do not allow them. */
  origin: string | null;
  count: number;
  onBegin(): void;
  /** `recoveryCodes` is set if this is the account's first second factor. */
  onAdded(recoveryCodes: readonly string[] | null): void;
}

/** Shows the form for adding a passkey, or explains why that is impossible. */
export function AddPasskey({ origin, count, ...events }: AddPasskeyProps) {
  if (origin === null) return <p className="hint">{t('ui.passkeys.noAddress')}</p>;
  if (origin !== location.origin) return <p className="hint">{t('ui.passkeys.otherAddress', { address: origin })}</p>;
  if (!browserSupportsWebAuthn()) return <p className="hint">{t('ui.passkeys.unsupported')}</p>;
  if (count >= PASSKEYS_MAX) return <p className="hint">{t('ui.passkeys.most', { maximum: PASSKEYS_MAX })}</p>;
  return <AddForm {...events} />;
}

function AddForm({ onBegin, onAdded }: Pick<AddPasskeyProps, 'onBegin' | 'onAdded'>) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'cancelled' | 'alreadyHere'>();
  const [asking, setAsking] = useState(false);
  const begin = useAction(BeginPasskey);
  const add = useAction(Add, ABOUT_PASSKEYS);

  const send = async () => {
    if (asking) return;
    onBegin();
    setProblem(undefined);
    add.rest();
    const begun = await begin.run({});
    if (!begun) return;
    setAsking(true);
    const made = await makePasskey(begun.beginPasskey);
    setAsking(false);
    if ('problem' in made) return setProblem(made.problem);
    const added = await add.run({ response: made.response, name });
    if (!added) return;
    setName('');
    add.rest();
    begin.rest();
    onAdded(added.addPasskey.recoveryCodes);
  };
  return (
    <ActionForm
      progress={combineProgress(begin.progress, asking ? { state: 'busy' } : add.progress)}
      ready={name.trim() !== ''}
      action={t('ui.passkeys.add')}
      done={t('ui.passkeys.done')}
      onSend={() => void send()}
    >
      <Field
        label={t('ui.passkeys.name')}
        hint={t('ui.passkeys.nameHint')}
        name="passkey-name"
        required
        maxLength={80}
        autoComplete="off"
        value={name}
        faults={findFaults(add.progress, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      {problem && <Notice tone="bad">{t(PROBLEMS[problem])}</Notice>}
    </ActionForm>
  );
}

const PROBLEMS = { cancelled: 'ui.passkeys.cancelled', alreadyHere: 'ui.passkeys.alreadyHere' } as const;

/** Returns the progress of the current step. Success of the first step is not shown. */
function combineProgress(begin: Progress, add: Progress): Progress {
  return begin.state === 'failed' || begin.state === 'busy' ? begin : add;
}
