import { RowMenu } from '../../../components/lists/row-menu';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { PasskeyAction } from './passkey-dialogs';
import type { OwnPasskey } from './passkeys.operations';

interface PasskeyListProps {
  passkeys: readonly OwnPasskey[];
  onAct(action: PasskeyAction, passkey: OwnPasskey): void;
}

/** Lists the passkeys of the account with their actions. */
export function PasskeyList({ passkeys, onAct }: PasskeyListProps) {
  return (
    <ul className="sessions" tabIndex={-1} aria-label={t('ui.passkeys.list')}>
      {passkeys.map((passkey) => (
        <li className="session" key={passkey.id}>
          <KeyIcon />
          <div>
            <p className="session-browser">{passkey.name}</p>
            <p className="hint">
              {t('ui.passkeys.added', { moment: timeOf(passkey.createdAt) })}{' '}
              {passkey.lastUsedAt === null
                ? t('ui.passkeys.neverUsed')
                : t('ui.passkeys.lastUsed', { moment: timeOf(passkey.lastUsedAt) })}
            </p>
          </div>
          <RowMenu
            of={passkey.name}
            actions={[
              {
                label: t('ui.passkeys.rename'),
                name: t('ui.passkeys.renameThis', { name: passkey.name }),
                onChoose: () => onAct('rename', passkey),
              },
              {
                label: t('ui.passkeys.remove'),
                name: t('ui.passkeys.removeThis', { name: passkey.name }),
                onChoose: () => onAct('remove', passkey),
              },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

function timeOf(timestamp: string): string {
  return formatTimestamp(new Date(timestamp));
}

/** Kept out of the icon set that every page loads. */
function KeyIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 12h8.500v3.500M17 12v2.500" />
    </svg>
  );
}
