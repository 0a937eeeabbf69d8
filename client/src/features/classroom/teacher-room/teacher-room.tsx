import './teacher-room.css';
import { Suspense, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { Link, useLocation, useSearch } from 'wouter';
import { CopyButton } from '../../../components/copy-button';
import { Page } from '../../../components/layout/page';
import { Section } from '../../../components/layout/section';
import { Notice } from '../../../components/status/notice';
import { Failure, Loading } from '../../../components/status/states';
import { fetchWhole, lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { paths, schoolClassPath } from '../../../paths';
import { RoomClassQuery, SchoolClassesQuery } from '../classroom.operations';
import { PreparedList } from '../preparation/prepared-list';
import { usePrepared } from '../preparation/use-prepared';
import { AnswerGroups } from './answer-groups';
import { CloseRoomButton, fetchCloseDialog } from './close-room-button';
import { CsvButton } from './csv-button';
import { fetchRemoveDialog, ParticipantList } from './participant-list';
import { RoomQrCode } from './room-qr-code';
import type { RoomState } from './room-state';
import { SendExerciseForm } from './send-exercise-form';
import { useRoom } from './use-room';

const fetchProjector = () => import('./projector');
const Projector = lazyPart(fetchProjector);

/** Fetches the dialogs and the projector's view beforehand, so that a bad connection cannot delay them. */
const LATER = [
  () => fetchWhole(fetchProjector),
  () => fetchWhole(fetchRemoveDialog),
  () => fetchWhole(fetchCloseDialog),
];

/** The page has loaded its messages already. */
export const messages = Promise.resolve();

/** The teacher's room: how to join, what to send, the answers and the participants. */
export default function TeacherRoom({ code }: { code: string }) {
  const { state, failure } = useRoom(code);
  const prepared = usePrepared();
  const [projection, project] = useProjector();
  useEffect(() => {
    for (const fetchPart of LATER) fetchPart().catch(() => {});
  }, []);
  const address = `${location.origin}${paths.room}${code}/`;
  if (!state) {
    return (
      <Page title={t('ui.classroom.room', { code })}>{failure ? <Failure text={failure.text} /> : <Loading />}</Page>
    );
  }
  return (
    <Page
      title={t('ui.classroom.room', { code })}
      actions={
        <button className="button room-project" type="button" onClick={() => project('shown')}>
          {t('ui.classroom.project')}
        </button>
      }
    >
      {!state.isOpen && <Notice>{t('ui.classroom.closedAbout')}</Notice>}
      {state.isOpen && !state.isDoorOpen && <Notice>{t('ui.classroom.doorClosed')}</Notice>}
      {state.isOpen && state.isDoorOpen && state.fullNetworks > 0 && <Notice>{t('ui.classroom.networkFull')}</Notice>}
      <div className="teacher-room">
        <div className="teacher-room-main">
          {state.isOpen && <SendExerciseForm code={code} present={state.exercise} prepared={prepared} />}
          {state.isOpen && <PreparedList code={code} prepared={prepared} />}
          <PresentExercise state={state} />
          <div className="actions">
            <CsvButton code={code} />
            {state.isOpen && <CloseRoomButton code={code} />}
          </div>
          {/* Closing the room may keep the first results of the class, so that the link has to be looked up again. */}
          <KeptResults key={String(state.isOpen)} code={code} isOpen={state.isOpen} />
        </div>
        <div className="teacher-room-side">
          {state.isOpen && <HowToJoin code={code} address={address} />}
          <ParticipantList code={code} state={state} />
        </div>
      </div>
      {projection && (
        <Suspense>
          <Projector
            code={code}
            address={address}
            state={state}
            areResultsHidden={projection === 'withoutResults'}
            hideResults={(areHidden) => project(areHidden ? 'withoutResults' : 'shown', { replace: true })}
            onLeave={() => project(undefined, { replace: true })}
          />
        </Suspense>
      )}
    </Page>
  );
}

function PresentExercise({ state }: { state: RoomState }) {
  const [solutionShown, setSolutionShown] = useState('');
  const { exercise } = state;
  if (!exercise) return <p className="hint">{t('ui.classroom.nothingSent')}</p>;
  const isSolutionShown = solutionShown === exercise.id;
  return (
    <Section
      title={t('ui.classroom.exerciseNumber', { number: exercise.number })}
      actions={
        <button
          className="button button-small"
          type="button"
          aria-expanded={isSolutionShown}
          onClick={() => setSolutionShown(isSolutionShown ? '' : exercise.id)}
        >
          {t(isSolutionShown ? 'ui.classroom.hideSolution' : 'ui.classroom.showSolution')}
        </button>
      }
    >
      <p className="room-question">{exercise.question}</p>
      {isSolutionShown && <p className="room-solution">{exercise.solution}</p>}
      <AnswerGroups state={state} />
    </Section>
  );
}

function HowToJoin({ code, address }: { code: string; address: string }) {
  return (
    <Section title={t('ui.classroom.join')}>
      <p className="room-code">{code}</p>
      <p className="room-address">
        {address.replace(/^https?:\/\//, '')} <CopyButton label={t('ui.classroom.address')} text={address} />
      </p>
      <RoomQrCode address={address} />
    </Section>
  );
}

/** Says under which class the room's results are kept, once there are any with a link to them. */
function KeptResults({ code, isOpen }: { code: string; isOpen: boolean }) {
  const [{ data }] = useQuery({ query: RoomClassQuery, variables: { room: code } });
  const name = data?.room.keepsResultsAs;
  const [{ data: kept }] = useQuery({ query: SchoolClassesQuery, requestPolicy: 'network-only', pause: !name });
  if (!name) return null;
  const listed = kept?.schoolClasses.find((one) => one.name === name);
  return (
    <p className="hint">
      {t(isOpen ? 'ui.classroom.willKeep' : 'ui.classroom.kept', { name })}{' '}
      {listed && <Link href={schoolClassPath(listed.id)}>{t('ui.classroom.seeClass')}</Link>}
    </p>
  );
}

type Projection = 'shown' | 'withoutResults';

/**
 * Returns how the URL asks for the projector view, so that a reload does not give hidden results away, and a function
 * to change that.
 */
function useProjector() {
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('telao');
  const projection: Projection | undefined =
    asked === null ? undefined : asked === WITHOUT_RESULTS ? 'withoutResults' : 'shown';
  const project = (next: Projection | undefined, options?: { replace: boolean }) =>
    navigate(next ? `${path}?telao${next === 'shown' ? '' : `=${WITHOUT_RESULTS}`}` : path, options);
  return [projection, project] as const;
}

/** The projector's part of the URL while the results are hidden. */
const WITHOUT_RESULTS = 'sem-resultados';
