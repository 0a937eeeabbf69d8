import { useState } from 'react';
import { useQuery } from 'urql';
import { Field } from '../../../../../components/forms/field';
import { t } from '../../../../../lib/i18n/t';
import { type RuleHost, RuleHostsQuery, type RuleTargets } from '../../rules.operations';
import { CheckList } from './check-list';

interface HostFieldsProps {
  targets: RuleTargets;
  chosen: { readonly hosts: readonly string[]; readonly tags: readonly string[] };
  faults: { readonly hosts: readonly string[]; readonly tags: readonly string[] };
  onHosts(hosts: string[]): void;
  onTags(tags: string[]): void;
}

/** Above this number, hosts are found by searching instead. */
const LISTED_MAX = 25;

/** Hosts that a rule applies to, chosen by tag and by name; all hosts if none is chosen. */
export function HostFields({ targets, chosen, faults, onHosts, onTags }: HostFieldsProps) {
  const tags = [...new Set([...targets.tags, ...chosen.tags])];
  return (
    <>
      {tags.length > 0 && (
        <CheckList
          legend={t('ui.alertRule.hostTags')}
          hint={t('ui.alertRule.hostTagsHint')}
          options={tags.map((tag) => ({ id: tag, label: tag }))}
          chosen={chosen.tags}
          faults={faults.tags}
          onChange={onTags}
        />
      )}
      <NamedHosts targets={targets} chosen={chosen.hosts} faults={faults.hosts} onChange={onHosts} />
    </>
  );
}

interface NamedHostsProps {
  targets: RuleTargets;
  chosen: readonly string[];
  faults: readonly string[];
  onChange(hosts: string[]): void;
}

/** Lists hosts by name; chosen ones stay listed whatever the search. */
function NamedHosts({ targets: { hosts, total }, chosen, faults, onChange }: NamedHostsProps) {
  const isLong = total > LISTED_MAX;
  const [search, setSearch] = useState('');
  /** All hosts found so far, so that chosen ones keep their names. */
  const [known, setKnown] = useState<ReadonlyMap<string, RuleHost>>(
    () => new Map(hosts.map((host) => [host.host, host])),
  );
  const [{ data }] = useQuery({ query: RuleHostsQuery, variables: { search: search.trim() }, pause: !isLong });
  const found = data?.hosts.nodes.map(({ id, name }) => ({ host: id, hostName: name }));
  const isNews = found?.some(({ host }) => !known.has(host));
  if (found && isNews) setKnown(new Map([...known, ...found.map((host) => [host.host, host] as const)]));
  const first = isLong ? (found ?? hosts.slice(0, LISTED_MAX)) : hosts;
  const kept = chosen.flatMap((id) => known.get(id) ?? []);
  const listed = [...new Map([...kept, ...first].map((host) => [host.host, host])).values()];
  return (
    <>
      <CheckList
        legend={t('ui.alertRule.hosts')}
        hint={t('ui.alertRule.hostsHint')}
        options={listed.map(({ host, hostName }) => ({ id: host, label: hostName }))}
        chosen={chosen}
        faults={faults}
        onChange={onChange}
      />
      {isLong && (
        <Field
          label={t('ui.alertRule.findHost')}
          hint={t('ui.alertRule.moreHosts', { count: Math.max(0, total - listed.length) })}
          name="find-host"
          type="search"
          autoComplete="off"
          maxLength={80}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
    </>
  );
}
