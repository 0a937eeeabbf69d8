import { useEffect, useEffectEvent, useId, useState } from 'react';
import { ActionForm } from '../../../components/action-form';
import { Field } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { bindFields } from '../../../lib/forms/bind-fields';
import { faultsOf, useAction } from '../../../lib/graphql/use-action';
import { say } from '../../../lib/i18n/say';
import { useDraft } from '../../../lib/state/use-draft';
import { useOwnPassword } from '../parts/use-own-password';
import { usersMessages as messages } from './users.messages';
import { CreateUser } from './users.operations';

const EMPTY = { username: '', firstName: '', email: '' };

interface CreateUserSectionProps {
  isOpen: boolean;
  /** What was typed before a login has come back. */
  onRestored(): void;
  onCreated(): void;
}

/** The form that makes an account for somebody. What was typed outlives a login, but for the password. */
export function CreateUserSection({ isOpen, onRestored, onCreated }: CreateUserSectionProps) {
  const { values, set, restored } = useDraft('new-user', EMPTY);
  const id = useId();
  const [password, setPassword] = useState('');
  const [isStaff, setStaff] = useState(false);
  const [created, setCreated] = useState('');
  const { progress, run } = useAction(CreateUser);
  const { ownPassword, field: ownPasswordField, forget } = useOwnPassword(progress, isStaff);

  const open = useEffectEvent(onRestored);
  useEffect(() => {
    if (restored) open();
  }, [restored]);
  if (!isOpen) return null;

  const create = async () => {
    const input = { ...values, password1: password, password2: password, isStaff };
    const answer = await run({ input, ownPassword });
    if (!answer) return;
    setCreated(answer.createUser.username);
    set(EMPTY);
    setPassword('');
    setStaff(false);
    forget();
    onCreated();
  };
  const field = bindFields({ values, set, progress });
  const text = (name: keyof typeof EMPTY, label: string, type = 'text') => (
    <Field {...field(name)} label={label} name={`new-user-${name}`} type={type} autoComplete="off" />
  );
  return (
    <section className="user-create" aria-labelledby={id}>
      <div>
        <h3 id={id}>{say(messages.create)}</h3>
        <p className="hint">{say(messages.createAbout)}</p>
      </div>
      <div className="user-form">
        <ActionForm
          progress={progress}
          ready={Object.values(values).every((typed) => typed !== '') && password !== '' && ownPassword !== ''}
          action={say(messages.create)}
          done={say(messages.created, { username: created })}
          onSend={create}
        >
          {restored && progress.state === 'resting' && <Notice>{say(messages.restored)}</Notice>}
          {text('username', say(messages.username))}
          {text('firstName', say(messages.firstName))}
          {text('email', say(messages.email), 'email')}
          <Field
            label={say(messages.password)}
            name="new-user-password"
            type="password"
            autoComplete="new-password"
            required
            value={password}
            faults={faultsOf(progress, 'password1')}
            onChange={({ target }) => setPassword(target.value)}
          />
          <label className="user-staff">
            <input type="checkbox" checked={isStaff} onChange={({ target }) => setStaff(target.checked)} />
            {say(messages.asStaff)}
          </label>
          {ownPasswordField}
        </ActionForm>
      </div>
    </section>
  );
}
