import { useState } from 'react';
import { ConfirmationDialog } from '../../../../components/dialogs/confirmation-dialog';
import { findFaults, useAction } from '../../../../lib/graphql/use-action';
import { t } from '../../../../lib/i18n/t';
import { argumentsOf, type Rights } from '../../parts/rights';
import { RightsFields } from '../../parts/rights-fields';
import type { User } from '../users.operations';
import { SetUserAccess } from './access.operations';

interface AccessDialogProps {
  user: User;
  onDone(): void;
  onClose(): void;
}

/** Sets the role of an account and the machines that it sees. */
export function AccessDialog({ user, onDone, onClose }: AccessDialogProps) {
  const { username, role, machines, machineTags } = user;
  const [rights, setRights] = useState<Rights>({
    role: role ?? 'MEMBER',
    machines: machines ?? 'ALL',
    tags: (machineTags ?? []).join(', '),
  });
  const { progress, run } = useAction(SetUserAccess);
  return (
    <ConfirmationDialog
      title={t('ui.users.access.ask', { username })}
      text={t('ui.users.access.text')}
      action={t('ui.users.access.save')}
      progress={progress}
      onDo={async () => {
        if (await run({ usernames: [username], ...argumentsOf(rights) })) onDone();
      }}
      onClose={onClose}
    >
      <RightsFields rights={rights} faults={findFaults(progress, 'machineTags')} onChange={setRights} />
    </ConfirmationDialog>
  );
}
