import { useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type MailTest, SendTestMail } from './mail.operations';
import { describeReason } from './mail-columns';

/** Sends a test e-mail, and says what the mail server answered. */
export function TestMailForm() {
  const [address, setAddress] = useState('');
  const [outcome, setOutcome] = useState<MailTest>();
  const { progress, run, rest } = useAction(SendTestMail);
  const send = async () => {
    setOutcome(undefined);
    const answer = await run({ address });
    // The answer of the mail server is the outcome, not that the question was asked.
    rest();
    setOutcome(answer?.sendTestMail);
  };
  return (
    <details>
      <summary>{t('ui.mails.test.title')}</summary>
      <ActionForm
        progress={progress}
        ready={address.trim() !== ''}
        action={t('ui.mails.test.send')}
        done={null}
        onSend={send}
      >
        <Field
          label={t('ui.mails.test.address')}
          name="test-address"
          type="email"
          autoComplete="email"
          required
          value={address}
          faults={findFaults(progress, 'address')}
          onChange={({ target }) => setAddress(target.value)}
        />
        {outcome && <Outcome {...outcome} />}
      </ActionForm>
    </details>
  );
}

function Outcome({ isAccepted, server, reason, detail }: MailTest) {
  if (server === null) return <Notice>{t('ui.mails.test.off')}</Notice>;
  if (isAccepted) return <Notice tone="good">{t('ui.mails.test.accepted', { server })}</Notice>;
  return (
    <Notice tone="bad">{t('ui.mails.test.refused', { server, reason: describeReason({ reason, detail }) })}</Notice>
  );
}
