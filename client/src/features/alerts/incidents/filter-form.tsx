import { useQuery } from 'urql';
import { SelectField } from '../../../components/forms/select-field';
import { ruleName as nameOf } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import { idInPath } from '../../../paths';
import type { IncidentFilter, Period } from './incident-filter';
import { IncidentSourcesQuery } from './incidents.operations';

interface FilterFormProps {
  filter: IncidentFilter;
  onFilter(filter: IncidentFilter): void;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Filter for the lists; changes take effect immediately. Hosts and rules are offered only if there are several. */
export function FilterForm({ filter, onFilter }: FilterFormProps) {
  const [{ data }] = useQuery({ query: IncidentSourcesQuery });
  const sources = data?.incidents.nodes ?? [];
  const rules = listOptions(
    sources.map(({ rule, ruleName }) => ({ value: idInPath(rule ?? ''), label: nameOf(ruleName) })),
  );
  const hosts = listOptions(sources.map(({ host, hostName }) => ({ value: host, label: hostName })));
  const set = (changes: Partial<IncidentFilter>) => onFilter({ ...filter, ...changes });
  return (
    <search className="incident-filter" aria-label={t('ui.incidents.filter')}>
      <SelectField
        label={t('ui.incidents.state')}
        name="state"
        value={filter.state ?? ''}
        options={[
          { value: '', label: t('ui.incidents.all') },
          { value: 'OPEN', label: t('ui.incidents.openTitle') },
          { value: 'ENDED', label: t('ui.incidents.endedTitle') },
        ]}
        onChange={(value) => set({ state: (value || undefined) as IncidentFilter['state'] })}
      />
      <SelectField
        label={t('ui.incidents.period')}
        name="period"
        value={filter.period ?? ''}
        options={[
          { value: '', label: t('ui.incidents.always') },
          { value: 'dia', label: t('ui.incidents.day') },
          { value: 'semana', label: t('ui.incidents.week') },
          { value: 'mes', label: t('ui.incidents.month') },
        ]}
        onChange={(value) => set({ period: (value || undefined) as Period | undefined })}
      />
      {(rules.length > 1 || filter.rule !== undefined) && (
        <SelectField
          label={t('ui.incidents.rule')}
          name="rule"
          value={filter.rule ?? ''}
          options={withAll(t('ui.incidents.allRules'), rules, filter.rule)}
          onChange={(value) => set({ rule: value || undefined })}
        />
      )}
      {(hosts.length > 1 || filter.host !== undefined) && (
        <SelectField
          label={t('ui.incidents.host')}
          name="host"
          value={filter.host ?? ''}
          options={withAll(t('ui.incidents.all'), hosts, filter.host)}
          onChange={(value) => set({ host: value || undefined })}
        />
      )}
    </search>
  );
}

/** Removes duplicates and sorts by name; deleted rules cannot be chosen. */
function listOptions(found: readonly Option[]): Option[] {
  const options = new Map(found.filter(({ value }) => value !== '').map((option) => [option.value, option]));
  return [...options.values()].sort((a, b) => a.label.localeCompare(b.label));
}

/** Adds an option for all, and the chosen value even if no recent incident has it. */
function withAll(all: string, options: readonly Option[], chosen: string | undefined): Option[] {
  const isMissing = chosen !== undefined && !options.some(({ value }) => value === chosen);
  return [{ value: '', label: all }, ...options, ...(isMissing ? [{ value: chosen, label: `#${chosen}` }] : [])];
}
