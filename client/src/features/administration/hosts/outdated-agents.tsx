import { useQuery } from 'urql';
import { t } from '../../../lib/i18n/t';
import { hostPath } from '../../../paths';
import { useAddress } from '../parts/address';
import { upgradeCommand } from './agent-command';
import { ABOUT_HOSTS, OutdatedAgentsQuery } from './hosts.operations';
import { PasteBlock } from './paste-block';

/** Names the agents that are older than the service, with the line that upgrades each; nothing if there are none. */
export function OutdatedAgents() {
  const { Link } = useAddress();
  const [{ data }] = useQuery({ query: OutdatedAgentsQuery, context: ABOUT_HOSTS });
  if (!data || data.hosts.totalCount === 0) return null;
  const { nodes, totalCount } = data.hosts;
  const more = totalCount - nodes.length;
  return (
    <section className="outdated-agents" aria-label={t('ui.machines.outdatedTitle', { count: totalCount })}>
      <h3>{t('ui.machines.outdatedTitle', { count: totalCount })}</h3>
      <ul>
        {nodes.map(({ id, name, version }) => (
          <li key={id}>
            <Link className="machine-link" href={hostPath(id)}>
              {name}
            </Link>{' '}
            <span className="hint">{version}</span>
          </li>
        ))}
        {more > 0 && <li>{t('ui.machines.outdatedMore', { count: more })}</li>}
      </ul>
      <p className="hint">{t('ui.machines.upgradeHint')}</p>
      <PasteBlock label={t('ui.machines.upgradeLine')} text={upgradeCommand(data.agentHub.installCommand)} />
    </section>
  );
}
