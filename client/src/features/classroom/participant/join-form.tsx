import { useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { JoinRoom, type Participation } from './room.operations';

interface JoinFormProps {
  /** Room code from the URL; empty if it contains none. */
  code: string;
  onJoined(participation: Participation): void;
}

export function JoinForm({ code: known, onJoined }: JoinFormProps) {
  const [code, setCode] = useState(known);
  const [nickname, setNickname] = useState('');
  const { progress, run } = useAction(JoinRoom);
  const join = async () => {
    const joined = await run({ code, nickname });
    if (joined) onJoined(joined.joinRoom);
  };
  return (
    <ActionForm
      progress={progress}
      ready={code !== '' && nickname !== ''}
      action={t('ui.room.join')}
      done={t('ui.room.joined')}
      onSend={join}
    >
      <Field
        className="room-code-field"
        label={t('ui.room.code')}
        name="code"
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        onChange={({ target }) => setCode(target.value)}
      />
      <Field
        label={t('ui.room.nickname')}
        hint={t('ui.room.nicknameHint')}
        faults={findFaults(progress, 'nickname')}
        name="nickname"
        value={nickname}
        autoComplete="nickname"
        maxLength={60}
        onChange={({ target }) => setNickname(target.value)}
      />
      <p className="hint">{t('ui.room.resultsAbout')}</p>
    </ActionForm>
  );
}
