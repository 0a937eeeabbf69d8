import '../factors/factors.css';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { RecoveryCodes } from '../factors/recovery-codes';
import { SettingsSection } from '../settings-section';
import { AddPasskey } from './add-passkey';
import { type PasskeyAction, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs';
import { PasskeyList } from './passkey-list';
import { ABOUT_PASSKEYS, type OwnPasskey, PasskeysQuery } from './passkeys.operations';

/** The passkeys of the account, and a form to add one. */
export function PasskeysSection() {
  const [{ data, error }, ask] = useQuery({
    query: PasskeysQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_PASSKEYS).current,
  });
  // Kept here because they are shown only once and the list disappears if refetching it fails.
  const [codes, setCodes] = useState<readonly string[]>();
  const [done, setDone] = useState('');
  const [viewer] = useViewer();
  const onAdded = (recoveryCodes: readonly string[] | null) => {
    setDone(t('ui.passkeys.done'));
    if (recoveryCodes) setCodes(recoveryCodes);
  };
  const onKept = () => {
    // Users who had to set up a second factor first can now use everything else.
    if (viewer.lacksSecondFactor) return location.assign(paths.home);
    setCodes(undefined);
  };
  return (
    <SettingsSection id="passkeys" title={t('ui.passkeys.title')} about={t('ui.passkeys.about')}>
      {/* Rendered from the start: screen readers announce changes inside it, but not always text that appears
          together with it. */}
      <div role="status">{done !== '' && <p className="notice notice-good passkeys-done">{done}</p>}</div>
      {codes && <RecoveryCodes codes={codes} onKept={onKept} />}
      {!codes && error && (
        <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!codes && !error && !data && <Loading />}
      {!codes && data && (
        <OwnPasskeys
          passkeys={data.passkeys}
          origin={data.passkeyOrigin}
          onBegin={() => setDone('')}
          onAdded={onAdded}
          onRenamed={() => setDone(t('ui.passkeys.renamed'))}
          onRemoved={() => setDone(t('ui.passkeys.removed'))}
        />
      )}
    </SettingsSection>
  );
}

interface OwnPasskeysProps {
  passkeys: readonly OwnPasskey[];
  origin: string | null;
  /** Called when another action begins, since that makes the last success message obsolete. */
  onBegin(): void;
  onAdded(recoveryCodes: readonly string[] | null): void;
  onRenamed(): void;
  onRemoved(): void;
}

function OwnPasskeys({ passkeys, origin, onBegin, onAdded, ...done }: OwnPasskeysProps) {
  const { subject: open, ...dialog } = useDialog<{ action: PasskeyAction; passkey: OwnPasskey }>();
  const onAct = (action: PasskeyAction, passkey: OwnPasskey) => {
    onBegin();
    dialog.open({ action, passkey });
  };
  const closing = (report: () => void) => () => {
    dialog.close();
    report();
  };
  return (
    <div className="form">
      {passkeys.length > 0 ? (
        <PasskeyList passkeys={passkeys} onAct={onAct} />
      ) : (
        <p className="hint">{t('ui.passkeys.none')}</p>
      )}
      <AddPasskey origin={origin} count={passkeys.length} onBegin={onBegin} onAdded={onAdded} />
      {open?.action === 'rename' && (
        <RenamePasskeyDialog passkey={open.passkey} onDone={closing(done.onRenamed)} onClose={dialog.close} />
      )}
      {open?.action === 'remove' && (
        <RemovePasskeyDialog passkey={open.passkey} onDone={closing(done.onRemoved)} onClose={dialog.close} />
      )}
    </div>
  );
}
