import '../factors/factors.css';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useFocusAfterDialog } from '../../../components/dialogs/use-focus-after-dialog';
import { Failure, Loading } from '../../../components/status/states';
import { failureOf } from '../../../lib/graphql/failure-of';
import { t } from '../../../lib/i18n/t';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { RecoveryCodes } from '../factors/recovery-codes';
import { SettingsSection } from '../settings-section';
import { AddPasskey } from './add-passkey';
import { type PasskeyAction, PasskeyDialog } from './passkey-dialogs';
import { PasskeyList } from './passkey-list';
import { ABOUT_PASSKEYS, type OwnPasskey, PasskeysQuery } from './passkeys.operations';

/** The passkeys of the account, and a way to add one. */
export function PasskeysSection() {
  const [{ data, error }, ask] = useQuery({
    query: PasskeysQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_PASSKEYS).current,
  });
  return (
    <SettingsSection id="passkeys" title={t('ui.passkeys.title')} about={t('ui.passkeys.about')}>
      {error && !data && (
        <Failure text={failureOf(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {!error && !data && <Loading />}
      {data && <OwnPasskeys passkeys={data.passkeys} origin={data.passkeyOrigin} />}
    </SettingsSection>
  );
}

function OwnPasskeys({ passkeys, origin }: { passkeys: readonly OwnPasskey[]; origin: string | null }) {
  const [open, setOpen] = useState<{ action: PasskeyAction; passkey: OwnPasskey }>();
  const [done, setDone] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [viewer] = useViewer();
  const list = useRef<HTMLDivElement>(null);
  const focusList = useFocusAfterDialog(list);
  const close = () => setOpen(undefined);
  const finish = (text: string) => {
    close();
    setDone(text);
    // The button that was pressed goes away with its passkey.
    focusList();
  };
  const onAdded = (recoveryCodes: readonly string[] | null) => {
    setDone(t('ui.passkeys.done'));
    if (recoveryCodes) setCodes(recoveryCodes);
  };
  const onKept = () => {
    // Everything else opens to who had to set up a second factor first.
    if (viewer.lacksSecondFactor) location.assign(paths.home);
    else {
      setCodes(undefined);
      focusList();
    }
  };
  return (
    <>
      {/* There from the start: screen readers announce what changes in it, and not always what comes together with it. */}
      <div role="status">{done && <p className="notice notice-good passkeys-done">{done}</p>}</div>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onKept} />
      ) : (
        <div className="form">
          {/* Gets the focus: what is in it may not have come yet, or go away with the last passkey. */}
          <div className="settings-list" ref={list} tabIndex={-1}>
            {passkeys.length > 0 ? (
              <PasskeyList passkeys={passkeys} onAct={(action, passkey) => setOpen({ action, passkey })} />
            ) : (
              <p className="hint">{t('ui.passkeys.none')}</p>
            )}
          </div>
          <AddPasskey origin={origin} count={passkeys.length} onBegin={() => setDone(undefined)} onAdded={onAdded} />
          {open && <PasskeyDialog {...open} onDone={finish} onClose={close} />}
        </div>
      )}
    </>
  );
}
