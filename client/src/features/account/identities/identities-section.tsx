import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Notice } from '../../../components/status/notice';
import { Failure } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { SettingsSection } from '../settings-section';
import {
  ABOUT_IDENTITIES,
  BeginIdentityLink,
  type OwnIdentity,
  RemoveIdentity,
  WaysInQuery,
} from './identities.operations';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.waysIn,ui.lists', import: 'default' }),
);

/** People at the sign-in provider who may log in to the account. Shown only where there is a provider. */
export default function IdentitiesSection() {
  const [{ data, error }, ask] = useQuery({
    query: WaysInQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_IDENTITIES).current,
  });
  const [isRemoved, setRemoved] = useState(false);
  const { subject: removed, ...dialog } = useDialog<OwnIdentity>();
  const begin = useAction(BeginIdentityLink);
  if (error && !data) {
    return <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  }
  const provider = data?.waysIn.providerName;
  if (!data || !provider) return null;
  const { hasPassword, identities } = data.waysIn;
  const link = async () => {
    const begun = await begin.run({});
    if (begun) location.assign(begun.beginIdentityLink);
  };
  const failure = overallFailure(begin.progress);
  return (
    <SettingsSection
      id="provider"
      title={t('ui.waysIn.title', { provider })}
      about={hasPassword ? t('ui.waysIn.about', { provider }) : t('ui.waysIn.aboutOnly', { provider })}
    >
      <div role="status">{isRemoved && <p className="notice notice-good">{t('ui.waysIn.removed')}</p>}</div>
      <div className="form">
        {identities.length === 0 && <p className="hint">{t('ui.waysIn.none')}</p>}
        {identities.length > 0 && (
          <ul className="sessions" tabIndex={-1} aria-label={t('ui.waysIn.list')}>
            {identities.map((identity) => (
              <Identity
                key={identity.id}
                {...identity}
                onRemove={() => {
                  setRemoved(false);
                  dialog.open(identity);
                }}
              />
            ))}
          </ul>
        )}
        {failure && <Notice tone="bad">{failure}</Notice>}
        <div className="actions">
          <button className="button" type="button" onClick={() => void link()}>
            {t('ui.waysIn.link', { provider })}
          </button>
        </div>
      </div>
      {removed && (
        <RemoveDialog
          identity={removed}
          onDone={() => {
            dialog.close();
            setRemoved(true);
          }}
          onClose={dialog.close}
        />
      )}
    </SettingsSection>
  );
}

function Identity({ name, createdAt, lastLoginAt, onRemove }: OwnIdentity & { onRemove(): void }) {
  return (
    <li className="session">
      <div>
        <p className="session-browser">{name}</p>
        <p className="hint">
          {t('ui.waysIn.linked', { moment: timeOf(createdAt) })}{' '}
          {lastLoginAt === null ? t('ui.waysIn.neverUsed') : t('ui.waysIn.lastLogin', { moment: timeOf(lastLoginAt) })}
        </p>
      </div>
      <button
        className="button button-small"
        type="button"
        aria-label={t('ui.waysIn.removeThis', { name })}
        onClick={onRemove}
      >
        {t('ui.waysIn.remove')}
      </button>
    </li>
  );
}

interface RemoveDialogProps {
  identity: OwnIdentity;
  onDone(): void;
  onClose(): void;
}

function RemoveDialog({ identity: { id, name }, onDone, onClose }: RemoveDialogProps) {
  const { progress, run } = useAction(RemoveIdentity, ABOUT_IDENTITIES);
  return (
    <ConfirmationDialog
      title={t('ui.waysIn.removeTitle', { name })}
      text={t('ui.waysIn.removeText')}
      action={t('ui.waysIn.remove')}
      progress={progress}
      onDo={async () => {
        if (await run({ id })) onDone();
      }}
      onClose={onClose}
    />
  );
}

function timeOf(timestamp: string): string {
  return formatTimestamp(new Date(timestamp));
}
