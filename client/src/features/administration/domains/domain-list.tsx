import { type FormEvent, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Field } from '../../../components/forms/field';
import { Record, RecordList, Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { keepFocus } from '../../../lib/page/remember-focus';
import { ABOUT_DOMAINS, DomainsQuery, UnblockDomain } from './domains.operations';

interface DomainListProps {
  search: string;
  onSearch(search: string): void;
}

/** Added domains, in alphabetical order. */
export function DomainList({ search, onSearch }: DomainListProps) {
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: DomainsQuery,
    variables: { after: pages.after, search },
    requestPolicy: 'cache-and-network',
    context: useRef(ABOUT_DOMAINS).current,
  });
  const unblock = useAction(UnblockDomain, ABOUT_DOMAINS);
  const [done, setDone] = useState('');
  const failure = overallFailure(unblock.progress);

  const remove = async (domain: string) => {
    keepFocus();
    setDone('');
    if (!(await unblock.run({ domain }))) return;
    setDone(domain);
  };
  return (
    <div className="domain-list">
      <SearchForm search={search} onSearch={onSearch} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      {done && <Notice tone="good">{t('ui.domains.unblocked', { domain: done })}</Notice>}
      <Records
        label={t('ui.domains.list')}
        page={data?.blockedDomains}
        error={error}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
        pages={pages}
        empty={search ? t('ui.domains.noneFound', { search }) : t('ui.domains.empty')}
      >
        {(domains, focusTarget) => (
          <RecordList label={t('ui.domains.list')} focusTarget={focusTarget}>
            {domains.map(({ domain, addedAt, addedBy }) => (
              <Record
                key={domain}
                title={domain}
                facts={[
                  t('ui.domains.added', { moment: formatTimestamp(new Date(addedAt)) }),
                  ...(addedBy ? [t('ui.domains.addedBy', { name: addedBy })] : []),
                ]}
                actions={
                  <button
                    className="button button-small"
                    type="button"
                    aria-label={t('ui.domains.unblockThis', { domain })}
                    onClick={() => void remove(domain)}
                  >
                    {t('ui.domains.unblock')}
                  </button>
                }
              />
            ))}
          </RecordList>
        )}
      </Records>
    </div>
  );
}

function SearchForm({ search, onSearch }: DomainListProps) {
  const [typed, setTyped] = useState(search);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form onSubmit={send}>
        <Field
          label={t('ui.domains.search')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </search>
  );
}
