import './domains.css';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { describeFailure, type OperationFailure } from '../../../lib/graphql/describe-failure';
import { useAction } from '../../../lib/graphql/use-action';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { ABOUT_DOMAINS, BlockDomain, type DomainCheck, DomainCheckQuery } from './domains.operations';

/** Checks a domain, shows which accounts use it, and blocks it after confirmation. */
export function BlockForm() {
  const client = useClient();
  const [domain, setDomain] = useState('');
  const { subject: check, ...dialog } = useDialog<DomainCheck>();
  const [failure, setFailure] = useState<OperationFailure>();
  const [done, setDone] = useState('');

  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    setDone('');
    setFailure(undefined);
    dialog.close();
    const { data, error } = await client.query(DomainCheckQuery, { domain }, { requestPolicy: 'network-only' });
    if (error) setFailure(describeFailure(error));
    if (data) dialog.open(data.domainCheck);
  };
  const onBlocked = (blocked: string) => {
    setDone(blocked);
    // The user may have typed another domain in the meantime.
    setDomain((typed) => (typed === domain ? '' : typed));
    dialog.close();
  };
  const isThere = check?.blockedBy?.list === 'STAFF';
  return (
    <>
      <form className="domain-form" onSubmit={lookUp} noValidate>
        <Field
          label={t('ui.domains.add')}
          hint={t('ui.domains.domainHint')}
          faults={failure?.fields.domain}
          value={domain}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setDomain(event.target.value)}
        />
        <div className="actions">
          <button className={domain ? 'button button-primary' : 'button'} type="submit">
            {t('ui.domains.check')}
          </button>
        </div>
        {failure && !failure.fields.domain && <Notice tone="bad">{failure.text}</Notice>}
        {done && <Notice tone="good">{t('ui.domains.blocked', { domain: done })}</Notice>}
        {check && isThere && <Notice>{textsOf(check).join(' ')}</Notice>}
      </form>
      {check && !isThere && <BlockDialog check={check} onDone={() => onBlocked(check.domain)} onClose={dialog.close} />}
    </>
  );
}

interface BlockDialogProps {
  check: DomainCheck;
  onDone(): void;
  onClose(): void;
}

/** Requires large mail providers to be retyped so that nobody locks out their users by reflex. */
function BlockDialog({ check, onDone, onClose }: BlockDialogProps) {
  const { domain, isProvider } = check;
  const { progress, run } = useAction(BlockDomain, ABOUT_DOMAINS);
  const [typed, setTyped] = useState('');
  return (
    <ConfirmationDialog
      title={t('ui.domains.blockTitle', { domain })}
      text={textsOf(check).join(' ')}
      action={t('ui.domains.block')}
      progress={progress}
      onDo={async () => {
        if (await run({ domain })) onDone();
      }}
      onClose={onClose}
      ready={!isProvider || typed.trim().toLowerCase() === domain}
    >
      {isProvider && (
        <Field
          label={t('ui.domains.typeAgain', { domain })}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmationDialog>
  );
}

/** Explains why a domain is already blocked. */
const ALREADY = {
  OWN: 'ui.domains.already.OWN',
  OPERATOR: 'ui.domains.already.OPERATOR',
  STAFF: 'ui.domains.already.STAFF',
} as const satisfies Record<NonNullable<DomainCheck['blockedBy']>['list'], MessageKey>;

function textsOf({ blockedBy, accounts, isProvider }: DomainCheck): string[] {
  return [
    ...(blockedBy ? [t(ALREADY[blockedBy.list], { domain: blockedBy.domain })] : []),
    ...(isProvider ? [t('ui.domains.provider')] : []),
    t('ui.domains.accounts', { count: accounts }),
  ];
}
