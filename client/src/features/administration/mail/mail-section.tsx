import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Choice } from '../../../components/forms/choice';
import { Section } from '../../../components/layout/section';
import { RecordTable } from '../../../components/lists/record-table';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { ABOUT_MAILS, type MailStatus, OutboxQuery, RetryFailedMails, RetryMail } from './mail.operations';
import { mailColumns } from './mail-columns';
import { TestMailForm } from './test-mail-form';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.mails', import: 'default' }),
);

const STATES = [
  { value: 'ALL', label: 'ui.mails.all' },
  { value: 'WAITING', label: 'ui.mails.states.waiting' },
  { value: 'FAILED', label: 'ui.mails.states.failed' },
  { value: 'SENT', label: 'ui.mails.states.sent' },
  { value: 'CANCELLED', label: 'ui.mails.states.cancelled' },
] as const;

const REFRESH_MS = 5000;

type Shown = (typeof STATES)[number]['value'];

/** Outgoing e-mail: which messages are waiting, which failed and why, with retry buttons. */
export default function MailSection() {
  const [shown, show] = useState<Shown>('ALL');
  const [retriedCount, setRetriedCount] = useState<number>();
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: OutboxQuery,
    variables: { after: pages.after, state: shown === 'ALL' ? null : shown },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_MAILS).current,
  });
  // Waiting messages are being sent, so poll their progress.
  const isMoving = data?.mailStatus.isOn === true && data.mailStatus.waiting > 0;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isMoving, ask]);
  const one = useAction(RetryMail, ABOUT_MAILS);
  const every = useAction(RetryFailedMails, ABOUT_MAILS);
  const failure = overallFailure(one.progress) ?? overallFailure(every.progress);
  const retry = (id: string) => {
    every.rest();
    void one.run({ id });
  };
  const retryAll = async () => {
    one.rest();
    setRetriedCount(undefined);
    setRetriedCount((await every.run({}))?.retryFailedMails);
  };
  const choose = (next: Shown) => {
    show(next);
    pages.restart();
  };
  return (
    <Section
      title={t('ui.mails.title')}
      about={t('ui.mails.about')}
      actions={
        <button className="button" type="button" onClick={retryAll}>
          {t('ui.mails.retryAll')}
        </button>
      }
    >
      {data && <Status {...data.mailStatus} />}
      <TestMailForm />
      {failure && <Notice tone="bad">{failure}</Notice>}
      {one.progress.state === 'done' && <Notice tone="good">{t('ui.mails.retried')}</Notice>}
      {every.progress.state === 'done' && retriedCount !== undefined && <RetriedAll count={retriedCount} />}
      <Choice
        legend={t('ui.mails.shown')}
        options={STATES.map(({ value, label }) => ({ value, label: t(label) }))}
        value={shown}
        onChoose={choose}
      />
      <Records
        label={t('ui.mails.title')}
        page={data?.outbox}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={t('ui.mails.empty')}
      >
        {(mails, focusTarget) => (
          <RecordTable
            label={t('ui.mails.title')}
            items={mails}
            columns={mailColumns(({ id }) => retry(id))}
            focusTarget={focusTarget}
          />
        )}
      </Records>
    </Section>
  );
}

function RetriedAll({ count }: { count: number }) {
  return <Notice tone={count === 0 ? undefined : 'good'}>{t('ui.mails.retriedAll', { count })}</Notice>;
}

function Status({ isOn, waiting, failed }: MailStatus) {
  return (
    <>
      {!isOn && <Notice>{t('ui.mails.off')}</Notice>}
      <p className="hint">{t('ui.mails.counts', { waiting, failed })}</p>
    </>
  );
}
