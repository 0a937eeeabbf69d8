import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Record, RecordList, Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { Notice } from '../../../components/status/notice';
import { useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { describeMachines, roleNames } from '../parts/rights';
import { ABOUT_INVITATIONS, type Invitation, InvitationsQuery, WithdrawInvitation } from './invitations.operations';

/** Invitations from the last few weeks; open ones can be withdrawn. */
export function InvitationList() {
  const pages = usePages();
  const [{ data, error }, refetch] = useQuery({
    query: InvitationsQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_INVITATIONS).current,
  });
  const { subject: asked, ...dialog } = useDialog<Invitation>();
  const [done, setDone] = useState(false);

  return (
    <>
      {done && <Notice tone="good">{t('ui.invitations.withdrawn')}</Notice>}
      <Records
        label={t('ui.invitations.list')}
        page={data?.invitations}
        error={error}
        onRetry={() => refetch({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={t('ui.invitations.empty')}
      >
        {(invitations, focusTarget) => (
          <RecordList label={t('ui.invitations.list')} focusTarget={focusTarget}>
            {invitations.map((invitation) => (
              <Record
                key={invitation.id}
                title={nameOf(invitation)}
                facts={factsOf(invitation)}
                actions={
                  invitation.state === 'OPEN' && (
                    <button
                      className="button button-small"
                      type="button"
                      aria-label={t('ui.invitations.withdrawThis', { invitation: nameOf(invitation) })}
                      onClick={() => {
                        setDone(false);
                        dialog.open(invitation);
                      }}
                    >
                      {t('ui.invitations.withdraw')}
                    </button>
                  )
                }
              />
            ))}
          </RecordList>
        )}
      </Records>
      {asked && (
        <WithdrawDialog
          invitation={asked}
          onDone={() => {
            setDone(true);
            dialog.close();
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

interface WithdrawDialogProps {
  invitation: Invitation;
  onDone(): void;
  onClose(): void;
}

function WithdrawDialog({ invitation, onDone, onClose }: WithdrawDialogProps) {
  const { progress, run } = useAction(WithdrawInvitation, ABOUT_INVITATIONS);
  return (
    <ConfirmationDialog
      title={t('ui.invitations.withdrawTitle')}
      text={t('ui.invitations.withdrawText', { invitation: nameOf(invitation) })}
      action={t('ui.invitations.withdraw')}
      progress={progress}
      onDo={async () => {
        if (await run({ id: invitation.id })) onDone();
      }}
      onClose={onClose}
    />
  );
}

function nameOf({ email }: Invitation): string {
  return email ?? t('ui.invitations.forAnybody');
}

function factsOf(invitation: Invitation): string[] {
  const { state, role, machines, machineTags, createdBy, usedBy, expiresAt } = invitation;
  const seen = describeMachines(machines, machineTags);
  return [
    state === 'OPEN'
      ? t('ui.invitations.state.OPEN', { moment: formatTimestamp(new Date(expiresAt)) })
      : t(SETTLED[state]),
    ...(usedBy ? [t('ui.invitations.usedBy', { username: usedBy })] : []),
    ...(role === 'MEMBER' ? [] : [t(roleNames[role])]),
    ...(role === 'MEMBER' && seen ? [seen] : []),
    ...(createdBy ? [t('ui.invitations.madeBy', { username: createdBy })] : []),
  ];
}

const SETTLED = {
  USED: 'ui.invitations.state.USED',
  WITHDRAWN: 'ui.invitations.state.WITHDRAWN',
  EXPIRED: 'ui.invitations.state.EXPIRED',
} as const;
