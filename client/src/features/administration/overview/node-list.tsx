import { Section } from '../../../components/layout/section';
import { Mark, Record, RecordList } from '../../../components/lists/records';
import { formatTime, formatTimestamp } from '../../../lib/i18n/format';
import { formatBytes } from '../../../lib/i18n/format-data';
import { t } from '../../../lib/i18n/t';
import type { ServiceNode } from './overview.operations';

interface NodeListProps {
  nodes: readonly ServiceNode[];
  /** The node that served this page. */
  pageNode: string | undefined;
  /** The node whose data is shown. */
  shown: string | null;
  onShow(id: string): void;
}

/** Lists the service's nodes, if there are several. */
export function NodeList({ nodes, pageNode, shown, onShow }: NodeListProps) {
  const own = nodes.find(({ id }) => id === pageNode);
  return (
    <Section title={t('ui.overview.nodes')} about={t('ui.overview.nodesAbout')}>
      <RecordList label={t('ui.overview.nodes')}>
        {nodes.map((node) => (
          <Record
            key={node.id}
            title={node.address}
            marks={
              <>
                {node === own && <Mark>{t('ui.overview.thisPage')}</Mark>}
                {node.state === 'GONE' && <Mark tone="bad">{t('ui.overview.gone')}</Mark>}
                {own && node.version !== own.version && <Mark tone="warn">{t('ui.overview.otherVersion')}</Mark>}
              </>
            }
            facts={factsOf(node)}
            // The node may not have reported its state yet.
            {...(node.residentBytes !== null && {
              actions: (
                <button
                  className="button node-button"
                  type="button"
                  aria-pressed={node.id === shown}
                  onClick={() => onShow(node.id)}
                >
                  {t('ui.overview.show')}
                </button>
              ),
            })}
          />
        ))}
      </RecordList>
    </Section>
  );
}

function factsOf({ version, startedAt, lastSeenAt, openSockets, residentBytes, state }: ServiceNode): string[] {
  const seen = new Date(lastSeenAt);
  return [
    t('ui.overview.nodeVersion', { version }),
    t('ui.overview.since', { moment: formatTimestamp(new Date(startedAt)) }),
    t('ui.overview.lastSeen', { moment: state === 'GONE' ? formatTimestamp(seen) : formatTime(seen) }),
    ...(openSockets === null ? [] : [t('ui.overview.nodeSockets', { count: openSockets })]),
    ...(residentBytes === null ? [] : [t('ui.overview.nodeMemory', { size: formatBytes(residentBytes) })]),
  ];
}
