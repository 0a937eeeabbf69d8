import { Notice } from '../../../components/status/notice';
import { t } from '../../../lib/i18n/t';
import { hostPath } from '../../../paths';
import { useAddress } from '../parts/address';
import { useFirstSample } from './use-first-sample';

/** Shows the host as soon as its first sample arrives, and until then what is wrong with its source. */
export function FirstSample({ id, name }: { id: string; name: string }) {
  const { Link } = useAddress();
  const { isSeen, facts, problem } = useFirstSample(id);
  return (
    <>
      <div className="first-sample" data-seen={isSeen || undefined}>
        <span className="lamp" aria-hidden="true" />
        <p role="status">
          {isSeen
            ? t('ui.machines.arrived', { name, detail: facts ? `${facts.hostname} · ${facts.os}` : '' }).trim()
            : t('ui.machines.waiting')}
        </p>
        {isSeen && (
          <Link className="button button-primary" href={hostPath(id)}>
            {t('ui.machines.see')}
          </Link>
        )}
      </div>
      {problem && <Notice tone="warn">{problem}</Notice>}
    </>
  );
}
