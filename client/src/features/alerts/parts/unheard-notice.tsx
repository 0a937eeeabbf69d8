import { useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { useViewer } from '../../../lib/session/viewer';
import { addressOf } from '../alerts-section';
import { channelProblems } from './tells-nobody';
import { AddChannelToRules, UnheardQuery } from './unheard.operations';

const ABOUT_BOTH = { additionalTypenames: ['AlertRule', 'Channel'] };

/**
 * Shows which rules notify nobody and which channels cannot send, and adds the newest channel to those rules on
 * request.
 */
export function UnheardNotice() {
  // Channels have pages for staff only.
  const [{ isStaff }] = useViewer();
  const [{ data }] = useQuery({
    query: UnheardQuery,
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_BOTH).current,
  });
  const { progress, run } = useAction(AddChannelToRules, ABOUT_BOTH);
  const [done, setDone] = useState('');
  if (!data) return null;
  const { rulesWithoutChannels: count, channels: broken } = data.unheardAlerts;
  const usable = data.channels.nodes.filter(({ isActive, problem }) => isActive && problem === null);
  const newest = usable.toSorted((a, b) => Number(b.id) - Number(a.id))[0];
  const failure = overallFailure(progress);
  const add = async (channel: { readonly id: string; readonly name: string }) => {
    keepFocus();
    if (await run({ channel: channel.id })) setDone(t('ui.alerts.unheard.added', { name: channel.name }));
  };
  return (
    <>
      {broken.length > 0 && (
        <Notice tone="bad">
          <p>{t('ui.alerts.unheard.channels', { count: broken.length })}</p>
          <ul>
            {broken.map(({ id, name, problem }) => (
              <li key={id}>
                {isStaff ? <Link href={addressOf({ word: 'canais' }, id)}>{name}</Link> : name}
                {problem && `: ${t(channelProblems[problem])}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {count > 0 && (
        <Notice tone="warn">
          <p>{t('ui.alerts.unheard.rules', { count })}</p>
          <div className="actions">
            {newest && (
              <button
                className="button button-small"
                type="button"
                aria-disabled={progress.state === 'busy'}
                onClick={() => void add(newest)}
              >
                {t('ui.alerts.unheard.add', { name: newest.name, count })}
              </button>
            )}
            {!newest && isStaff && (
              <Link className="button button-small" href={addressOf({ word: 'canais' }, 'novo')}>
                {t('ui.alerts.unheard.create')}
              </Link>
            )}
          </div>
          {failure && <p className="error">{failure}</p>}
        </Notice>
      )}
      {count === 0 && done && <Notice tone="good">{done}</Notice>}
    </>
  );
}
