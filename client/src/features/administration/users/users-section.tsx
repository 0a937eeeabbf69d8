import './users.css';
import type { VariablesOf } from 'gql.tada';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { Section } from '../../../components/layout/section';
import { RecordTable } from '../../../components/lists/record-table';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { Notice } from '../../../components/status/notice';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { useTypedSearch } from '../../../lib/state/use-typed-search';
import { type SecurityEvent, useSecurityEvents } from '../parts/use-security-events';
import { SeveralAccounts } from './access/several-accounts';
import { ActionDialog } from './action-dialog';
import { actionTexts, type UserAction } from './action-texts';
import { CreateUserSection } from './create-user';
import { userColumns } from './user-columns';
import { type User, UsersQuery } from './users.operations';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.users,ui.rights', import: 'default' }),
);

const filters = {
  all: {},
  active: { isActive: true },
  inactive: { isActive: false },
  operators: { role: 'OPERATOR' },
  staff: { role: 'STAFF' },
} as const satisfies Record<string, Pick<VariablesOf<typeof UsersQuery>, 'isActive' | 'role'>>;

type Filter = keyof typeof filters;

/** All accounts: search, actions, and the form for a new one. */
export default function UsersSection() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const { subject: pending, ...dialog } = useDialog<{ action: UserAction; user: User }>();
  const [creating, setCreating] = useState(false);
  const [several, setSeveral] = useState(false);
  const [done, setDone] = useState('');
  const pages = usePages();
  const [typed, setTyped] = useTypedSearch(search, (next) => {
    setSearch(next);
    pages.restart();
  });
  const variables = { after: pages.after, search: search || null, ...filters[filter] };
  const [{ data, error, operation }, ask] = useQuery({
    query: UsersQuery,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page, isGone } = useStableRows(data?.users, operation?.key, ({ username }) => username);
  useSecurityEvents(concernsUsers, refresh);

  const onDone = () => {
    if (pending) setDone(t(actionTexts[pending.action].done, { username: pending.user.username }));
    dialog.close();
    refresh();
  };
  const columns = userColumns({
    isGone,
    onAction(action, user) {
      setDone('');
      dialog.open({ action, user });
    },
  });
  return (
    <>
      <Section
        title={t('ui.users.title')}
        about={t('ui.users.about')}
        actions={
          <>
            <button className="button" type="button" aria-expanded={several} onClick={() => setSeveral(!several)}>
              {t('ui.users.access.several')}
            </button>
            <button className="button" type="button" aria-expanded={creating} onClick={() => setCreating(!creating)}>
              {t(creating ? 'ui.users.closeForm' : 'ui.users.newAccount')}
            </button>
          </>
        }
      >
        {several && <SeveralAccounts onChanged={refresh} />}
        <CreateUserSection isOpen={creating} onRestored={() => setCreating(true)} onCreated={refresh} />
        <div className="users-filters">
          <Field
            label={t('ui.users.search')}
            hint={t('ui.users.searchHint')}
            name="search"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Choice<Filter>
            legend={t('ui.users.which')}
            value={filter}
            onChoose={(chosen) => {
              setFilter(chosen);
              pages.restart();
            }}
            options={[
              { value: 'all', label: t('ui.users.all') },
              { value: 'active', label: t('ui.users.active') },
              { value: 'inactive', label: t('ui.users.inactive') },
              { value: 'operators', label: t('ui.users.operators') },
              { value: 'staff', label: t('ui.users.staff') },
            ]}
          />
        </div>
        {done && <Notice tone="good">{done}</Notice>}
        <div ref={area}>
          <Records
            label={t('ui.users.title')}
            page={page}
            error={error}
            onRetry={refresh}
            pages={pages}
            empty={t('ui.users.none')}
          >
            {(users, focusTarget) => (
              <RecordTable label={t('ui.users.title')} items={users} columns={columns} focusTarget={focusTarget} />
            )}
          </Records>
        </div>
      </Section>
      {pending && <ActionDialog {...pending} onDone={onDone} onClose={dialog.close} />}
    </>
  );
}

/** Failed attempts don't change an account. */
function concernsUsers({ event, result }: SecurityEvent): boolean {
  return result === 'SUCCESS' && !['LOGOUT', 'TOKEN_REFRESH', 'SESSION_END', 'OTHER_SESSIONS_END'].includes(event);
}
