import './users.css';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { Choice } from '../../../components/choice';
import { Field } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { say } from '../../../lib/i18n/say';
import { Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { type SecurityEvent, useSecurityEvents } from '../parts/use-security-events';
import { useStableRows } from '../parts/use-stable-rows';
import { ActionDialog } from './action-dialog';
import { actionTexts, type UserAction } from './action-texts';
import { CreateUserSection } from './create-user';
import { UserRow } from './user-row';
import { usersMessages as messages } from './users.messages';
import { type User, UsersQuery } from './users.operations';

const filters = {
  all: {},
  active: { isActive: true },
  inactive: { isActive: false },
  staff: { isStaff: true },
} satisfies Record<string, { isActive?: boolean; isStaff?: boolean }>;

type Filter = keyof typeof filters;

/** The search starts when nothing has been typed for this long. */
const TYPING_MS = 250;

/** All accounts: search, actions, and the form for a new one. */
export default function UsersSection() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [asked, setAsked] = useState<{ act: UserAction; user: User } | null>(null);
  const [creating, setCreating] = useState(false);
  const [done, setDone] = useState('');
  const pages = usePages();
  const variables = { after: pages.after, search: search || null, ...filters[filter] };
  const [{ data, error, operation }, ask] = useQuery({
    query: UsersQuery,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page, isGone } = useStableRows(data?.users, operation?.key, ({ username }) => username);
  useSecurityEvents(concernsUsers, refresh);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (search === typed.trim()) return;
      setSearch(typed.trim());
      pages.restart();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, search, pages]);

  const onDone = () => {
    if (asked) setDone(say(actionTexts[asked.act].done, { username: asked.user.username }));
    setAsked(null);
    refresh();
  };
  return (
    <>
      <Section
        title={say(messages.title)}
        about={say(messages.about)}
        actions={
          <button className="button" type="button" aria-expanded={creating} onClick={() => setCreating(!creating)}>
            {say(creating ? messages.closeForm : messages.newAccount)}
          </button>
        }
      >
        <CreateUserSection isOpen={creating} onRestored={() => setCreating(true)} onCreated={refresh} />
        <div className="users-filters">
          <Field
            label={say(messages.search)}
            hint={say(messages.searchHint)}
            name="search"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Choice<Filter>
            legend={say(messages.which)}
            value={filter}
            onChoose={(chosen) => {
              setFilter(chosen);
              pages.restart();
            }}
            options={[
              { value: 'all', label: say(messages.all) },
              { value: 'active', label: say(messages.active) },
              { value: 'inactive', label: say(messages.inactive) },
              { value: 'staff', label: say(messages.staff) },
            ]}
          />
        </div>
        {done && <Notice tone="good">{done}</Notice>}
        <div ref={area}>
          <Records
            label={say(messages.title)}
            page={page}
            error={error}
            onRetry={refresh}
            pages={pages}
            empty={say(messages.none)}
          >
            {(user) => (
              <UserRow
                key={user.username}
                user={user}
                isGone={isGone(user)}
                onAct={(act) => {
                  setDone('');
                  setAsked({ act, user });
                }}
              />
            )}
          </Records>
        </div>
      </Section>
      {asked && <ActionDialog {...asked} onDone={onDone} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Failures change no account. */
function concernsUsers({ event, result }: SecurityEvent): boolean {
  return result === 'SUCCESS' && !['LOGOUT', 'TOKEN_REFRESH', 'SESSION_END', 'OTHER_SESSIONS_END'].includes(event);
}
