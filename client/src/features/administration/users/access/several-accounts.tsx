import type { ResultOf } from 'gql.tada';
import { useId, useState } from 'react';
import { type OperationResult, useClient } from 'urql';
import { ActionForm } from '../../../../components/forms/action-form';
import { Notice } from '../../../../components/status/notice';
import { findFaults, useAction } from '../../../../lib/graphql/use-action';
import { t } from '../../../../lib/i18n/t';
import { csvFile, saveFile } from '../../../../lib/page/save-file';
import { argumentsOf, type Rights } from '../../parts/rights';
import { RightsFields } from '../../parts/rights-fields';
import { type User, UsersQuery } from '../users.operations';
import { SetUserAccess } from './access.operations';
import { readAccessCsv, writeAccessCsv } from './access-csv';

const AT_FIRST: Rights = { role: 'MEMBER', machines: 'ALL', tags: '' };

/** Sets the rights of many accounts at once, typed or from a CSV file, and saves those of all accounts as one. */
export function SeveralAccounts({ onChanged }: { onChanged(): void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [rights, setRights] = useState(AT_FIRST);
  const [fault, setFault] = useState('');
  const [changed, setChanged] = useState(0);
  const { progress, run, rest } = useAction(SetUserAccess);
  const type = (text: string) => {
    rest();
    setFault('');
    setTyped(text);
  };
  const save = async () => {
    const groups = readAccessCsv(typed);
    if (typeof groups === 'number') return setFault(t('ui.users.access.badLine', { line: groups }));
    let count = 0;
    for (const { usernames, rights: own } of groups) {
      if (!(await run({ usernames: [...usernames], ...argumentsOf(own ?? rights) }))) return;
      count += usernames.length;
      setChanged(count);
      onChanged();
    }
    setTyped('');
  };
  const faults = [fault, ...(findFaults(progress, 'usernames') ?? [])].filter(Boolean);
  return (
    <section className="user-create" aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`}>{t('ui.users.access.several')}</h3>
        <p className="hint">{t('ui.users.access.severalAbout')}</p>
      </div>
      <div className="user-form">
        <ActionForm
          progress={progress}
          ready={typed.trim() !== ''}
          action={t('ui.users.access.save')}
          done={t('ui.users.access.changed', { count: changed })}
          onSend={save}
        >
          <div className="field">
            <label htmlFor={id}>{t('ui.users.access.names')}</label>
            <textarea
              id={id}
              rows={6}
              spellCheck={false}
              value={typed}
              aria-invalid={faults.length > 0 || undefined}
              aria-describedby={faults.length > 0 ? `${id}-error` : undefined}
              onChange={({ target }) => type(target.value)}
            />
            {faults.length > 0 && (
              <p className="error" id={`${id}-error`}>
                {faults.join(' ')}
              </p>
            )}
          </div>
          <div className="field">
            <label htmlFor={`${id}-file`}>{t('ui.users.access.file')}</label>
            <input
              id={`${id}-file`}
              type="file"
              accept=".csv,text/csv,text/plain"
              onChange={async ({ target }) => type((await target.files?.[0]?.text()) ?? '')}
            />
          </div>
          <RightsFields rights={rights} faults={findFaults(progress, 'machineTags')} onChange={setRights} />
        </ActionForm>
      </div>
      <SaveAll />
    </section>
  );
}

/** Saves the rights of all accounts as a CSV file, which can be changed and read again. */
function SaveAll() {
  const client = useClient();
  const [state, setState] = useState<'resting' | 'busy' | 'failed'>('resting');
  const save = async () => {
    setState('busy');
    const users: User[] = [];
    let page: ResultOf<typeof UsersQuery>['users'] | undefined;
    do {
      const variables = { after: page?.pageInfo.endCursor ?? null };
      const answer: OperationResult<ResultOf<typeof UsersQuery>> = await client
        .query(UsersQuery, variables, { requestPolicy: 'network-only' })
        .toPromise();
      page = answer.data?.users;
      if (!page) return setState('failed');
      users.push(...page.nodes);
    } while (page.pageInfo.hasNextPage);
    const date = new Date().toISOString().slice(0, 10);
    saveFile(csvFile([writeAccessCsv(users)]), t('ui.users.access.fileName', { date }));
    setState('resting');
  };
  return (
    <div>
      <button className="button" type="button" aria-disabled={state === 'busy'} onClick={save}>
        {t('ui.users.access.export')}
      </button>
      {state === 'failed' && <Notice tone="bad">{t('ui.users.access.exportFailed')}</Notice>}
    </div>
  );
}
