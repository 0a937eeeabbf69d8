import { useQuery } from 'urql';
import { Field } from '../../../components/forms/field';
import { SelectField } from '../../../components/forms/select-field';
import { type HostStateName, hostStateWords } from '../../../components/status/host-condition';
import { useAwaySince } from '../../../lib/graphql/connection';
import { formatDecimal } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { useTypedSearch } from '../../../lib/state/use-typed-search';
import { type HostCounts, HostTagsQuery } from './hosts.operations';
import type { HostsFilter } from './hosts-filter';

interface HostsFilterFormProps {
  filter: HostsFilter;
  counts: HostCounts | undefined;
  onFilter(filter: HostsFilter, how?: { replace: boolean }): void;
}

/**
 * Filters the listed hosts; choices take effect immediately. The number of hosts in each state is shown beside its
 * name.
 */
export function HostsFilterForm({ filter, counts, onFilter }: HostsFilterFormProps) {
  const [{ data }] = useQuery({ query: HostTagsQuery, requestPolicy: 'cache-and-network' });
  const tags = data?.hostTags ?? [];
  const set = (changes: Partial<HostsFilter>) => onFilter({ ...filter, ...changes });
  return (
    <search className="hosts-filter" aria-label={t('ui.hosts.filter')}>
      <StateChoice filter={filter} counts={counts} onChoose={(state) => set({ state })} />
      <div className="hosts-filter-fields">
        <SearchField
          search={filter.search}
          onSearch={(search) => onFilter({ ...filter, search }, { replace: filter.search !== '' })}
        />
        {(tags.length > 0 || filter.tag !== '') && (
          <SelectField
            label={t('ui.hosts.tag')}
            name="tag"
            value={filter.tag}
            options={[
              { value: '', label: t('ui.hosts.everyTag') },
              ...[...new Set([...tags, filter.tag])].filter(Boolean).map((tag) => ({ value: tag, label: tag })),
            ]}
            onChange={(tag) => set({ tag })}
          />
        )}
        <SelectField
          label={t('ui.hosts.order')}
          name="order"
          value={filter.order}
          options={[
            { value: 'WORST', label: t('ui.hosts.worstFirst') },
            { value: 'NAME', label: t('ui.hosts.byName') },
          ]}
          onChange={(order) => set({ order: order === 'NAME' ? 'NAME' : 'WORST' })}
        />
      </div>
    </search>
  );
}

function SearchField({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const [typed, setTyped] = useTypedSearch(search, onSearch);
  return (
    <Field
      label={t('ui.hosts.search')}
      name="search"
      type="search"
      autoComplete="off"
      maxLength={80}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

interface StateChoiceProps {
  filter: HostsFilter;
  counts: HostCounts | undefined;
  onChoose(state: HostStateName | undefined): void;
}

function isSeldom(state: HostStateName | undefined): boolean {
  return state === 'WAITING' || state === 'RETIRED';
}

/**
 * Offers waiting and retired hosts only if there are any. While the server is unreachable, the number of live hosts is
 * unknown.
 */
function StateChoice({ filter, counts, onChoose }: StateChoiceProps) {
  const isAway = useAwaySince() !== undefined;
  const { live = 0, late = 0, away = 0, waiting = 0, retired = 0 } = counts ?? {};
  const options = [
    { state: undefined, count: live + late + away + waiting },
    { state: 'LIVE', count: live },
    { state: 'LATE', count: late },
    { state: 'AWAY', count: away },
    { state: 'WAITING', count: waiting },
    { state: 'RETIRED', count: retired },
  ] as const;
  const shown = options.filter(({ state, count }) => !isSeldom(state) || count > 0 || filter.state === state);
  return (
    <fieldset className="choice hosts-states">
      <legend className="visually-hidden">{t('ui.hosts.state')}</legend>
      <div className="choice-options">
        {shown.map(({ state, count }) => (
          <label className="choice-option" key={state ?? 'all'} data-none={count === 0 || undefined}>
            <input type="radio" name="host-state" checked={filter.state === state} onChange={() => onChoose(state)} />
            {state ? (
              <span className="host-state" data-state={state}>
                {t(hostStateWords[state])}
              </span>
            ) : (
              t('ui.hosts.all')
            )}
            <span className="hosts-count">{counts && !(isAway && state) ? formatDecimal(count, 0) : '–'}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
