import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Icon } from '../../../components/icon';
import { Notice } from '../../../components/status/notice';
import { useAction } from '../../../lib/graphql/use-action';
import { dateFormat } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { ABOUT_ACCESS_TOKENS, type AccessToken, RevokeAccessToken } from './access-tokens.operations';
import { scopeWords } from './scope-words';

interface AccessTokenListProps {
  tokens: readonly AccessToken[];
  /** Hides the message that there are no tokens. */
  isOneBeingMade: boolean;
  /** Name of the token revoked last; empty to show no message. */
  revoked: string;
  onRevoked(name: string): void;
}

/** Lists the tokens, each with a button to revoke it. */
export function AccessTokenList({ tokens, isOneBeingMade, revoked, onRevoked }: AccessTokenListProps) {
  const { subject: asked, ...dialog } = useDialog<AccessToken>();
  return (
    <>
      <div className="form">
        {tokens.length > 0 && (
          <ul className="sessions" tabIndex={-1} aria-label={t('ui.account.tokenList')}>
            {tokens.map((token) => (
              <AccessTokenRow
                key={token.id}
                token={token}
                onRevoke={() => {
                  onRevoked('');
                  dialog.open(token);
                }}
              />
            ))}
          </ul>
        )}
        {tokens.length === 0 && !isOneBeingMade && <p className="hint">{t('ui.account.noTokens')}</p>}
        {revoked !== '' && <Notice tone="good">{t('ui.account.tokenRevoked', { name: revoked })}</Notice>}
      </div>
      {asked && (
        <RevokeDialog
          token={asked}
          onDone={() => {
            onRevoked(asked.name);
            dialog.close();
          }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

interface RevokeDialogProps {
  token: AccessToken;
  onDone(): void;
  onClose(): void;
}

function RevokeDialog({ token: { id, name }, onDone, onClose }: RevokeDialogProps) {
  const { progress, run } = useAction(RevokeAccessToken, ABOUT_ACCESS_TOKENS);
  return (
    <ConfirmationDialog
      title={t('ui.account.revokeTitle', { name })}
      text={t('ui.account.revokeText')}
      action={t('ui.account.revoke')}
      progress={progress}
      onDo={async () => {
        if (await run({ id })) onDone();
      }}
      onClose={onClose}
    />
  );
}

function AccessTokenRow({ token, onRevoke }: { token: AccessToken; onRevoke(): void }) {
  const { name, scopes, expiresAt } = token;
  const isOver = Date.parse(expiresAt) <= Date.now();
  const day = dayOf(new Date(expiresAt));
  return (
    <li className="session">
      <Icon name="playground" />
      <div>
        <p className="session-browser">{name}</p>
        <p className="hint">{scopes.map((scope) => t(scopeWords[scope].name)).join(' · ')}</p>
        <p className="hint">
          {isOver ? t('ui.account.tokenExpired', { day }) : t('ui.account.tokenExpires', { day })} {lastUse(token)}
        </p>
      </div>
      <button
        className="button button-small"
        type="button"
        aria-label={t('ui.account.revokeThis', { name })}
        onClick={onRevoke}
      >
        {t('ui.account.revoke')}
      </button>
    </li>
  );
}

function lastUse({ lastUsedOn, lastUsedAddress }: AccessToken): string {
  if (lastUsedOn === null) return t('ui.account.tokenNeverUsed');
  // A UTC day, whatever the user's time zone; noon falls on that day nearly everywhere.
  const day = dayOf(new Date(`${lastUsedOn}T12:00:00Z`));
  return t('ui.account.tokenUsed', { day, address: lastUsedAddress ?? '' });
}

function dayOf(date: Date): string {
  return dateFormat({ dateStyle: 'medium' }).format(date);
}
