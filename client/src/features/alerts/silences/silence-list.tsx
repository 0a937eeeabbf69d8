import './silences.css';
import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import type { Columns } from '../../../components/lists/columns';
import { RecordTable } from '../../../components/lists/record-table';
import { Mark, Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { Notice } from '../../../components/status/notice';
import { Empty } from '../../../components/status/states';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { ruleName } from '../../../lib/i18n/rule-name';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { ABOUT_SILENCES, EndSilence, type Silence, SilencesQuery } from './silences.operations';

/** Lists the silences, marks the active ones and offers to end each. */
export function SilenceList() {
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: SilencesQuery,
    variables: { after: pages.after },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_SILENCES).current,
  });
  const { progress, run, rest } = useAction(EndSilence, ABOUT_SILENCES);
  const [ended, setEnded] = useState('');
  const failure = overallFailure(progress);

  const end = async (silence: Silence) => {
    keepFocus();
    rest();
    setEnded('');
    if (!(await run({ id: silence.id }))) return;
    setEnded(t('ui.silences.ended', { what: describeSilenced(silence) }));
  };
  return (
    <div className="silence-list">
      {failure && <Notice tone="bad">{failure}</Notice>}
      {ended && <Notice tone="good">{ended}</Notice>}
      <Records
        label={t('ui.silences.title')}
        page={data?.silences}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={
          <Empty title={t('ui.silences.none')}>
            <p>{t('ui.silences.noneAbout')}</p>
          </Empty>
        }
      >
        {(silences, focusTarget) => (
          <RecordTable
            label={t('ui.silences.title')}
            items={silences}
            columns={columnsFor((silence) => void end(silence))}
            focusTarget={focusTarget}
          />
        )}
      </Records>
    </div>
  );
}

function columnsFor(onEnd: (silence: Silence) => void): Columns<Silence> {
  return {
    keyOf: ({ id }) => id,
    title: {
      name: t('ui.silences.what'),
      cell: (silence) => (
        <>
          {describeSilenced(silence)} {silence.state === 'ACTIVE' && <Mark>{t('ui.silences.active')}</Mark>}
        </>
      ),
    },
    after: [
      { name: t('ui.silences.reason'), width: '26%', inList: 'alone', cell: ({ reason }) => reason },
      { name: t('ui.silences.from'), width: '9.5rem', cell: ({ from }) => shortTimestamp(from) },
      { name: t('ui.silences.until'), width: '9.5rem', cell: ({ until, endedAt }) => shortTimestamp(endedAt ?? until) },
      { name: t('ui.silences.by'), width: '12%', cell: ({ createdBy }) => createdBy },
    ],
    actions: {
      width: '8rem',
      of: (silence) =>
        silence.state === 'ACTIVE' && (
          <button
            className="button button-small"
            type="button"
            aria-label={t('ui.silences.endThis', { what: describeSilenced(silence) })}
            onClick={() => onEnd(silence)}
          >
            {t('ui.silences.end')}
          </button>
        ),
    },
  };
}

/** Names what is silenced: `CPU alta em srv-1`, `CPU alta`, `srv-1`. */
function describeSilenced({ rule, host, hostName, tag }: Silence): string {
  const named = tag === null ? null : t('ui.silences.hostsWithTag', { tag });
  const hostText = hostName ?? (host === null ? named : t('ui.silences.goneHost'));
  if (rule && hostText !== null) return t('ui.silences.ruleOnHost', { rule: ruleName(rule.name), host: hostText });
  return (rule && ruleName(rule.name)) ?? hostText ?? t('ui.silences.goneRule');
}
