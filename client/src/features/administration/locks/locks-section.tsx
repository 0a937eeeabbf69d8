import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { minutesAndSeconds } from '../../../../../src/shared/time/minutes-and-seconds';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Section } from '../../../components/layout/section';
import { Mark, Record, RecordList, Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { Notice } from '../../../components/status/notice';
import { useAction } from '../../../lib/graphql/use-action';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { useSecondsUntil } from '../../../lib/page/use-seconds-until';
import { type SecurityEvent, useSecurityEvents } from '../parts/use-security-events';
import { type LockedPair, LocksQuery, Unlock } from './locks.operations';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.locks', import: 'default' }),
);

/** Lockouts, each with its remaining time and a button to lift it. */
export default function LocksSection() {
  const { subject: pending, ...dialog } = useDialog<LockedPair>();
  const [done, setDone] = useState('');
  const pages = usePages();
  const [{ data, error, operation }, ask] = useQuery({
    query: LocksQuery,
    variables: { after: pages.after },
    requestPolicy: 'network-only',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page, isGone } = useStableRows(data?.lockedPairs, operation?.key, keyOf);
  useSecurityEvents(concernsLocks, refresh);
  const onDone = ({ username, address }: LockedPair) => {
    setDone(t('ui.locks.done', { username, address }));
    dialog.close();
    refresh();
  };
  return (
    <Section title={t('ui.locks.title')} about={t('ui.locks.about')}>
      {done && <Notice tone="good">{done}</Notice>}
      <div ref={area}>
        <Records
          label={t('ui.locks.title')}
          page={page}
          error={error}
          onRetry={refresh}
          pages={pages}
          empty={t('ui.locks.none')}
        >
          {(pairs, focusTarget) => (
            <RecordList label={t('ui.locks.title')} focusTarget={focusTarget}>
              {pairs.map((pair) => (
                <LockRow
                  key={keyOf(pair)}
                  pair={pair}
                  isGone={isGone(pair)}
                  onUnlock={() => {
                    setDone('');
                    dialog.open(pair);
                  }}
                />
              ))}
            </RecordList>
          )}
        </Records>
      </div>
      {pending && <UnlockDialog pair={pending} onDone={onDone} onClose={dialog.close} />}
    </Section>
  );
}

function LockRow({ pair, isGone, onUnlock }: { pair: LockedPair; isGone: boolean; onUnlock(): void }) {
  const { username, address } = pair;
  // A new response restarts the countdown.
  const until = useMemo(() => Date.now() + pair.secondsLeft * 1000, [pair]);
  const seconds = useSecondsUntil(until);
  const isOpen = isGone || seconds === 0;
  return (
    <Record
      title={username}
      marks={isOpen && <Mark tone="good">{t('ui.locks.open')}</Mark>}
      facts={[t('ui.locks.from', { address }), !isOpen && t('ui.locks.left', { time: minutesAndSeconds(seconds) })]}
      actions={
        <button
          className="button button-small"
          type="button"
          aria-disabled={isOpen || undefined}
          aria-label={t('ui.locks.unlockNamed', { username, address })}
          onClick={() => isOpen || onUnlock()}
        >
          {t('ui.locks.unlock')}
        </button>
      }
    />
  );
}

interface UnlockDialogProps {
  pair: LockedPair;
  onDone(pair: LockedPair): void;
  onClose(): void;
}

function UnlockDialog({ pair, onDone, onClose }: UnlockDialogProps) {
  const { progress, run } = useAction(Unlock);
  const { username, address } = pair;
  return (
    <ConfirmationDialog
      title={t('ui.locks.ask', { username })}
      text={t('ui.locks.askText', { address })}
      action={t('ui.locks.unlock')}
      progress={progress}
      onDo={async () => {
        if (await run({ username, address })) onDone(pair);
      }}
      onClose={onClose}
    />
  );
}

function keyOf({ username, address }: LockedPair): string {
  return `${username} ${address}`;
}

function concernsLocks({ event, result }: SecurityEvent): boolean {
  return result === 'LOCKED_OUT' || event === 'UNLOCK';
}
