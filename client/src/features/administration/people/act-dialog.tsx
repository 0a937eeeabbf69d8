import { useState } from 'react';
import { Field } from '../../../components/field';
import { say } from '../../../lib/say';
import { faultsOf, useAct } from '../../../lib/use-act';
import { AskFirst } from '../parts/ask-first';
import { type ActName, actWords } from './act-words';
import { peopleMessages } from './people.messages';
import { acts, type Person, SetPassword } from './people.operations';

interface ActDialogProps {
  act: ActName;
  person: Person;
  onDone(): void;
  onClose(): void;
}

/** Says what will happen to an account, and does it on demand. */
export function ActDialog({ act, ...props }: ActDialogProps) {
  return act === 'setPassword' ? <PasswordDialog {...props} /> : <PlainDialog act={act} {...props} />;
}

function PlainDialog({ act, person: { username }, onDone, onClose }: ActDialogProps & { act: keyof typeof acts }) {
  const { progress, run } = useAct<unknown, { username: string }>(acts[act]);
  const { ask, text, button } = actWords[act];
  return (
    <AskFirst
      title={say(ask, { username })}
      text={say(text, { username })}
      action={say(button)}
      progress={progress}
      onDo={async () => {
        if (await run({ username })) onDone();
      }}
      onClose={onClose}
    />
  );
}

function PasswordDialog({ person: { username }, onDone, onClose }: Omit<ActDialogProps, 'act'>) {
  const [password, setPassword] = useState('');
  const { progress, run } = useAct(SetPassword);
  const { ask, text, button } = actWords.setPassword;
  return (
    <AskFirst
      title={say(ask, { username })}
      text={say(text, { username })}
      action={say(button)}
      progress={progress}
      onDo={async () => {
        if (await run({ username, password })) onDone();
      }}
      onClose={onClose}
    >
      <Field
        label={say(peopleMessages.newPassword)}
        name="new-password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        faults={faultsOf(progress, 'password')}
        onChange={({ target }) => setPassword(target.value)}
      />
    </AskFirst>
  );
}
