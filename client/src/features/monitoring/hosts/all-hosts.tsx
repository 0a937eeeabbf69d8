import './hosts.css';
import { Suspense, useCallback, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Page } from '../../../components/layout/page';
import { Notice } from '../../../components/status/notice';
import { Empty, Failure, Loading } from '../../../components/status/states';
import { useAwaySince } from '../../../lib/graphql/connection';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { type FetchIncidentWords, useIncidentWords } from '../../../lib/incidents/use-incident-words';
import { useViewer } from '../../../lib/session/viewer';
import { paths } from '../../../paths';
import { ConnectionState } from '../live/connection-state';
import { isWall, searchWithWall } from '../view/wall-view';
import { enterFullScreen } from '../wall/use-full-screen';
import { HostRows } from './host-rows';
import { type HostsFilter, parseFilter, searchWith, variablesOf } from './hosts-filter';
import { HostsFilterForm } from './hosts-filter-form';
import { useLiveHosts } from './use-live-hosts';
import { idsInSight } from './visible-ids';

export { hostsMessages as messages } from './messages';

/** Few look at the list on a wall. */
const fetchWall = () => import('./hosts-wall');
const HostsWall = lazyPart(fetchWall);

/** Number of rows fetched ahead of scrolling. */
const AHEAD = 40;

/** Lists every host, worst first: the start page of monitoring when there are several. */
export default function AllHosts({ fetchWords }: { fetchWords: FetchIncidentWords }) {
  const [{ mayOperate }] = useViewer();
  const [path, go] = useLocation();
  const search = useSearch();
  const filter = parseFilter(search);
  const [sight, setSight] = useState({ first: 0, last: -1 });
  const list = useLiveHosts(variablesOf(filter), (listed) =>
    idsInSight(
      listed.map(({ id }) => id),
      sight.first,
      Math.min(sight.last, listed.length - 1),
    ),
  );
  const { hosts = NONE, total, want, figures, area } = list;
  const onSight = useCallback(
    (first: number, last: number) => {
      setSight((before) => (before.first === first && before.last === last ? before : { first, last }));
      want(last + AHEAD);
    },
    [want],
  );
  const onShown = useCallback((count: number) => onSight(0, count - 1), [onSight]);
  // Typing changes the filter letter by letter but is a single step for the Back button.
  const onFilter = (next: HostsFilter, how?: { replace: boolean }) => go(path + searchWith(next), how);
  const words = useIncidentWords(fetchWords);
  const isAway = useAwaySince() !== undefined;
  const setWall = (wall: boolean) => go(path + searchWithWall(search, wall));
  if (isWall(search)) {
    return (
      <Suspense>
        <HostsWall
          hosts={hosts}
          total={total}
          counts={list.counts}
          figures={figures}
          words={words}
          onShown={onShown}
          onLeave={() => setWall(false)}
        />
      </Suspense>
    );
  }
  const openWall = () => {
    setWall(true);
    enterFullScreen();
  };
  return (
    <div className="hosts" data-stale={isAway || undefined}>
      <Page
        title={t('ui.monitoring.title')}
        actions={
          <div className="hosts-head">
            <ConnectionState />
            <button className="button button-small" type="button" onClick={openWall}>
              {t('ui.hosts.wall')}
            </button>
            {mayOperate && (
              <Link className="button button-small" href={`${paths.administration}?parte=maquinas&nova`}>
                {t('ui.hosts.add')}
              </Link>
            )}
          </div>
        }
      />
      <HostsFilterForm filter={filter} counts={list.counts} onFilter={onFilter} />
      <p className="visually-hidden" role="status">
        {list.hosts && t('ui.hosts.found', { count: total })}
      </p>
      {list.failure !== undefined && list.hosts && !isAway && <Notice tone="bad">{list.failure}</Notice>}
      {list.failure !== undefined && !list.hosts && <Failure text={list.failure} onRetry={list.retry} />}
      {!list.hosts && list.failure === undefined && <Loading lines={8} />}
      {list.hosts && total === 0 && <NoneFound filter={filter} onFilter={onFilter} />}
      {total > 0 && (
        <div className="hosts-list">
          <div className="host-row host-columns" aria-hidden="true">
            <span>{t('ui.hosts.name')}</span>
            <span data-measure="cpu">{t('ui.hosts.cpu')}</span>
            <span data-measure="ram">{t('ui.hosts.ram')}</span>
            <span data-measure="disk">{t('ui.hosts.disk')}</span>
            <span data-measure="network">{t('ui.hosts.network')}</span>
          </div>
          <HostRows hosts={hosts} total={total} figures={figures} words={words} area={area} onSight={onSight} />
        </div>
      )}
    </div>
  );
}

const NONE = [] as const;

const EVERYTHING: HostsFilter = { search: '', tag: '', state: undefined, order: 'WORST' };

function NoneFound({ filter, onFilter }: { filter: HostsFilter; onFilter(filter: HostsFilter): void }) {
  return (
    <Empty title={t('ui.hosts.noneFound')}>
      <button className="button" type="button" onClick={() => onFilter({ ...EVERYTHING, order: filter.order })}>
        {t('ui.hosts.showAll')}
      </button>
    </Empty>
  );
}
