import './terms-section.css';
import { useQuery } from 'urql';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { useView } from './use-view';
import { VersionComparison } from './version-comparison';
import { VersionEditor } from './version-editor';
import { VersionList } from './version-list';
import { VersionQuery } from './versions.operations';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.versions', import: 'default' }),
);

/** Versions of the terms: the list, an editor, or a comparison. */
export default function TermsSection() {
  const [view, show] = useView();
  const back = () => show({ kind: 'list' });
  if (view.kind === 'create') return <VersionEditor onClose={back} />;
  if (view.kind === 'edit') return <OpenVersion key={view.version} version={view.version} onClose={back} />;
  if (view.kind === 'compare') return <VersionComparison {...view} onShow={show} />;
  return <VersionList onShow={show} />;
}

/** Fetches the current version, since saving overwrites it. */
function OpenVersion({ version, onClose }: { version: string; onClose(): void }) {
  const [{ data, error }, ask] = useQuery({
    query: VersionQuery,
    variables: { version },
    requestPolicy: 'network-only',
  });
  if (error && !data)
    return <Failure text={describeFailure(error).text} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  if (!data) return <Loading lines={8} />;
  return <VersionEditor version={data.termsVersion} onClose={onClose} />;
}
