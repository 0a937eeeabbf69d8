import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Section } from '../../../components/layout/section';
import { Empty } from '../../../components/status/states';
import { useAwaySince } from '../../../lib/graphql/connection';
import { t } from '../../../lib/i18n/t';
import { useNow } from '../parts/use-now';
import { FilterForm } from './filter-form';
import { formatSearch, parseFilter, variablesOf } from './incident-filter';
import { IncidentList } from './incident-list';

/** Open incidents, then ended ones, filtered by the query string. */
export function IncidentLists() {
  const [path, go] = useLocation();
  const search = useSearch();
  const filter = useMemo(() => parseFilter(search), [search]);
  // Keeps the query stable while the filter is the same.
  const variables = useMemo(() => variablesOf(filter, Date.now()), [filter]);
  const now = useNow();
  const isFiltered = formatSearch(filter) !== '';
  return (
    <>
      <FilterForm filter={filter} onFilter={(next) => go(path + formatSearch(next))} />
      {filter.state !== 'ENDED' && (
        <Section title={t('ui.incidents.openTitle')}>
          <IncidentList
            key={search}
            label={t('ui.incidents.openTitle')}
            variables={{ ...variables, state: 'OPEN' }}
            now={now}
            empty={<NoneOpen isFiltered={isFiltered} />}
          />
        </Section>
      )}
      {filter.state !== 'OPEN' && (
        <Section title={t('ui.incidents.endedTitle')}>
          <IncidentList
            key={search}
            label={t('ui.incidents.endedTitle')}
            variables={{ ...variables, state: 'ENDED' }}
            now={now}
            empty={<Empty title={t(isFiltered ? 'ui.incidents.noneFound' : 'ui.incidents.noneEnded')} />}
          />
        </Section>
      )}
    </>
  );
}

/** Explains that nothing is firing and what would appear here. */
function NoneOpen({ isFiltered }: { isFiltered: boolean }) {
  const isAway = useAwaySince() !== undefined;
  if (isAway) return <Empty title={t('ui.incidents.noneKnown')} />;
  if (isFiltered) return <Empty title={t('ui.incidents.noneFound')} />;
  return (
    <Empty title={t('ui.incidents.noneOpen')}>
      <p>{t('ui.incidents.noneOpenAbout')}</p>
    </Empty>
  );
}
