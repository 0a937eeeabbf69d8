import { useEffect, useEffectEvent, useId, useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { bindFields } from '../../../lib/forms/bind-fields';
import { useDraft } from '../../../lib/forms/use-draft';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { argumentsOf, type Rights } from '../parts/rights';
import { RightsFields } from '../parts/rights-fields';
import { CreateUser } from './users.operations';

const AT_FIRST: Rights = { role: 'MEMBER', machines: 'POLICY', tags: '' };
const EMPTY = { username: '', firstName: '', email: '' };

interface CreateUserSectionProps {
  isOpen: boolean;
  /** Called when input typed before a login has been restored. */
  onRestored(): void;
  onCreated(): void;
}

/** Form for creating an account. Typed input survives a login, except for the password. */
export function CreateUserSection({ isOpen, onRestored, onCreated }: CreateUserSectionProps) {
  const { values, set, restored } = useDraft('new-user', EMPTY);
  const id = useId();
  const [password, setPassword] = useState('');
  const [rights, setRights] = useState(AT_FIRST);
  const [created, setCreated] = useState('');
  const { progress, run } = useAction(CreateUser);

  const open = useEffectEvent(onRestored);
  useEffect(() => {
    if (restored) open();
  }, [restored]);
  if (!isOpen) return null;

  const create = async () => {
    const input = { ...values, password1: password, password2: password, ...argumentsOf(rights) };
    const answer = await run({ input });
    if (!answer) return;
    setCreated(answer.createUser.username);
    set(EMPTY);
    setPassword('');
    setRights(AT_FIRST);
    onCreated();
  };
  const field = bindFields({ values, set, progress });
  const text = (name: keyof typeof EMPTY, label: string, type = 'text') => (
    <Field {...field(name)} label={label} name={`new-user-${name}`} type={type} autoComplete="off" />
  );
  return (
    <section className="user-create" aria-labelledby={id}>
      <div>
        <h3 id={id}>{t('ui.users.create')}</h3>
        <p className="hint">{t('ui.users.createAbout')}</p>
      </div>
      <div className="user-form form-pairs">
        <ActionForm
          progress={progress}
          ready={Object.values(values).every((typed) => typed !== '') && password !== ''}
          action={t('ui.users.create')}
          done={t('ui.users.created', { username: created })}
          onSend={create}
        >
          {restored && progress.state === 'resting' && <Notice>{t('ui.users.restored')}</Notice>}
          {text('username', t('ui.users.username'))}
          {text('firstName', t('ui.users.firstName'))}
          {text('email', t('ui.users.email'), 'email')}
          <Field
            label={t('ui.users.password')}
            name="new-user-password"
            type="password"
            autoComplete="new-password"
            required
            value={password}
            faults={findFaults(progress, 'password1')}
            onChange={({ target }) => setPassword(target.value)}
          />
          <RightsFields rights={rights} faults={findFaults(progress, 'machineTags')} hasPolicy onChange={setRights} />
        </ActionForm>
      </div>
    </section>
  );
}
