import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Choice } from '../../../components/choice';
import { Notice } from '../../../components/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { say } from '../../../lib/i18n/say';
import { Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { mailMessages as messages } from './mail.messages';
import { ABOUT_MAILS, type MailStatus, OutboxQuery, RetryFailedMails, RetryMail } from './mail.operations';
import { MailRecord } from './mail-record';

const STATES = [
  { value: 'ALL', label: messages.all },
  { value: 'WAITING', label: messages.states.waiting },
  { value: 'FAILED', label: messages.states.failed },
  { value: 'SENT', label: messages.states.sent },
] as const;

const REFRESH_MS = 5000;

type Shown = (typeof STATES)[number]['value'];

/** The mails: what waits, what failed and why, and a way to have it tried again. */
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
  // What waits is being sent: how that goes is shown as it happens.
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
      title={say(messages.title)}
      about={say(messages.about)}
      actions={
        <button className="button" type="button" onClick={retryAll}>
          {say(messages.retryAll)}
        </button>
      }
    >
      {data && <Status {...data.mailStatus} />}
      {failure && <Notice tone="bad">{failure}</Notice>}
      {one.progress.state === 'done' && <Notice tone="good">{say(messages.retried)}</Notice>}
      {every.progress.state === 'done' && retriedCount !== undefined && <RetriedAll count={retriedCount} />}
      <Choice
        legend={say(messages.shown)}
        options={STATES.map(({ value, label }) => ({ value, label: say(label) }))}
        value={shown}
        onChoose={choose}
      />
      <Records
        label={say(messages.title)}
        page={data?.outbox}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={say(messages.empty)}
      >
        {(mail) => <MailRecord key={mail.id} mail={mail} onRetry={() => retry(mail.id)} />}
      </Records>
    </Section>
  );
}

function RetriedAll({ count }: { count: number }) {
  if (count === 0) return <Notice>{say(messages.nothingToRetry)}</Notice>;
  return <Notice tone="good">{say(messages.retriedAll, { count })}</Notice>;
}

function Status({ isOn, waiting, failed }: MailStatus) {
  return (
    <>
      {!isOn && <Notice>{say(messages.off)}</Notice>}
      <p className="hint">{say(messages.counts, { waiting, failed })}</p>
    </>
  );
}
