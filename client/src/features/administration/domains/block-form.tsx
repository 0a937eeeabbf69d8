import './domains.css';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { Field } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { failureOf, type OperationFailure } from '../../../lib/graphql/failure-of';
import { useAction } from '../../../lib/graphql/use-action';
import { say } from '../../../lib/i18n/say';
import { AskFirst } from '../parts/ask-first';
import { domainsMessages as messages } from './domains.messages';
import { ABOUT_DOMAINS, BlockDomain, type DomainCheck, DomainCheckQuery } from './domains.operations';

/** Looks a domain up, says who would be hit, and blocks it on demand. */
export function BlockForm() {
  const client = useClient();
  const [domain, setDomain] = useState('');
  const [check, setCheck] = useState<DomainCheck>();
  const [failure, setFailure] = useState<OperationFailure>();
  const [done, setDone] = useState('');
  const block = useAction(BlockDomain, ABOUT_DOMAINS);

  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    setDone('');
    setFailure(undefined);
    setCheck(undefined);
    const { data, error } = await client.query(DomainCheckQuery, { domain }, { requestPolicy: 'network-only' });
    if (error) setFailure(failureOf(error));
    setCheck(data?.domainCheck);
  };
  const close = () => {
    setCheck(undefined);
    block.rest();
  };
  const add = async (checked: DomainCheck) => {
    if (!(await block.run({ domain: checked.domain }))) return;
    setDone(checked.domain);
    setDomain('');
    close();
  };
  const isThere = check?.blockedBy?.list === 'STAFF';
  return (
    <>
      <form className="domain-form" onSubmit={lookUp} noValidate>
        <Field
          label={say(messages.add)}
          hint={say(messages.domainHint)}
          faults={failure?.fields.domain}
          value={domain}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setDomain(event.target.value)}
        />
        <div className="actions">
          <button className={domain ? 'button button-primary' : 'button'} type="submit">
            {say(messages.check)}
          </button>
        </div>
        {failure && !failure.fields.domain && <Notice tone="bad">{failure.text}</Notice>}
        {done && <Notice tone="good">{say(messages.blocked, { domain: done })}</Notice>}
        {check && isThere && <Notice>{textsOf(check).join(' ')}</Notice>}
      </form>
      {check && !isThere && (
        <AskFirst
          title={say(messages.blockTitle, { domain: check.domain })}
          text={textsOf(check).join(' ')}
          action={say(messages.block)}
          progress={block.progress}
          onDo={() => void add(check)}
          onClose={close}
        />
      )}
    </>
  );
}

function textsOf({ blockedBy, accounts, isProvider }: DomainCheck): string[] {
  const hit =
    accounts === 0
      ? say(messages.noAccounts)
      : accounts === 1
        ? say(messages.oneAccount)
        : say(messages.accounts, { count: accounts });
  return [
    ...(blockedBy ? [say(messages.already[blockedBy.list], { domain: blockedBy.domain })] : []),
    ...(isProvider ? [say(messages.provider)] : []),
    hit,
  ];
}
