import { useState } from 'react';
import { type Client, useClient, useQuery } from 'urql';
import { Link, useLocation } from 'wouter';
import { Page } from '../../../components/layout/page';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { Notice } from '../../../components/status/notice';
import { Failure, Loading } from '../../../components/status/states';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { pageLocale } from '../../../lib/i18n/language';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { csvFile, saveFile } from '../../../lib/page/save-file';
import { paths } from '../../../paths';
import { SaveButton } from '../save-button';
import { type Pupil, PupilsQuery, type SchoolClass, SchoolClassQuery } from './class.operations';
import { classCsv } from './class-csv';
import { ClassTable } from './class-table';
import { DeleteDialog } from './delete-dialog';
import { inOrder } from './results';

/** Messages of this page, besides those of the classroom. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.schoolClass,ui.lists', import: 'default' }),
);

/** The results of a class over several lessons. */
export default function ClassPage({ id }: { id: string }) {
  const [{ data, error }, ask] = useQuery({
    query: SchoolClassQuery,
    variables: { class: id },
    requestPolicy: 'network-only',
  });
  const schoolClass = data?.schoolClass;
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const back = (
    <p className="room-join">
      <Link href={paths.classroom}>{t('ui.schoolClass.back')}</Link>
    </p>
  );
  if (!schoolClass) {
    return (
      <Page title={t('ui.classroom.title')}>
        {error ? <Failure text={describeFailure(error).text} onRetry={refresh} /> : <Loading />}
        {back}
      </Page>
    );
  }
  return (
    <Page title={schoolClass.name} lead={t('ui.schoolClass.lead')}>
      <Results schoolClass={schoolClass} onChange={refresh} />
      {back}
    </Page>
  );
}

function Results({ schoolClass, onChange }: { schoolClass: SchoolClass; onChange(): void }) {
  const { id, name, lessons } = schoolClass;
  const client = useClient();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: PupilsQuery,
    variables: { class: id, after: pages.after },
    requestPolicy: 'network-only',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const onDone = (isAll: boolean) => {
    setAsks(false);
    if (isAll) return navigate(paths.classroom);
    setIsDone(true);
    onChange();
    refresh();
  };
  const save = async () =>
    saveFile(csvFile([classCsv(lessons, await fetchPupils(client, id))]), t('ui.schoolClass.fileName', { name }));
  const nicknames = inOrder(data?.pupils.nodes ?? [], pageLocale()).map(({ nickname }) => nickname);
  return (
    <>
      {isDone && <Notice tone="good">{t('ui.schoolClass.forgotten')}</Notice>}
      <Records
        label={t('ui.schoolClass.table', { name })}
        page={data?.pupils}
        error={error}
        onRetry={refresh}
        pages={pages}
        empty={t('ui.schoolClass.none')}
      >
        {(pupils) => (
          <>
            <ClassTable schoolClass={schoolClass} pupils={pupils} />
            <p className="hint class-table-legend">{t('ui.schoolClass.legend')}</p>
          </>
        )}
      </Records>
      <div className="actions class-actions">
        <SaveButton save={save} />
        <button className="button" type="button" onClick={() => setAsks(true)}>
          {t('ui.schoolClass.forgetSome')}
        </button>
      </div>
      {asks && (
        <DeleteDialog schoolClass={schoolClass} nicknames={nicknames} onDone={onDone} onClose={() => setAsks(false)} />
      )}
    </>
  );
}

/** Fetches all pupils of a class, in the order of the page. @throws if a page cannot be fetched. */
async function fetchPupils(client: Client, schoolClass: string): Promise<Pupil[]> {
  const pupils: Pupil[] = [];
  for (let after: string | null = null; ; ) {
    const variables: { class: string; after: string | null } = { class: schoolClass, after };
    const { data, error } = await client.query(PupilsQuery, variables, { requestPolicy: 'network-only' }).toPromise();
    if (!data) throw error;
    pupils.push(...data.pupils.nodes);
    if (!data.pupils.pageInfo.hasNextPage) return inOrder(pupils, pageLocale());
    after = data.pupils.pageInfo.endCursor;
  }
}
