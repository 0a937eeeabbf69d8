import './room.css';
import { useLocation, useParams } from 'wouter';
import { Page } from '../../../components/layout/page';
import { Notice } from '../../../components/status/notice';
import { Loading } from '../../../components/status/states';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import { JoinForm } from './join-form';
import { PresentQuestion } from './present-question';
import type { Participation } from './room.operations';
import { useParticipation } from './use-participation';

/** The participant's page: joining a room, then answering its questions. */
export function RoomPage() {
  const { code } = useParams<{ code?: string }>();
  return <RoomOf key={code} code={code} />;
}

function RoomOf({ code }: { code: string | undefined }) {
  const [, navigate] = useLocation();
  const { standing, isOffline, enter, leave, answered } = useParticipation(code);
  const joined = (participation: Participation) => {
    enter(participation);
    const path = `${paths.room}${participation.room}/`;
    if (code !== participation.room) navigate(path, { replace: true });
  };
  if (standing.state === 'unknown') {
    return (
      <Page title={t('ui.room.title')}>
        <Loading />
      </Page>
    );
  }
  if (standing.state !== 'inside') {
    return (
      <Page title={t('ui.room.title')} lead={t('ui.room.lead')}>
        {standing.state === 'over' && <Notice>{t('ui.room.over')}</Notice>}
        <JoinForm code={code ?? ''} onJoined={joined} />
      </Page>
    );
  }
  const { room, nickname, keepsResults, exercise, answer } = standing.participation;
  return (
    <Page title={t('ui.room.titleOf', { code: room })} lead={t('ui.room.youAre', { nickname })}>
      {isOffline && <Notice tone="bad">{t('ui.room.offline')}</Notice>}
      {exercise ? (
        <PresentQuestion
          key={exercise.id}
          room={room}
          question={exercise}
          answer={answer}
          onAnswered={(given) => answered(exercise.id, given)}
          onOut={leave}
        />
      ) : (
        <p className="room-wait" role="status">
          {t('ui.room.wait')}
        </p>
      )}
      {keepsResults && <p className="hint room-kept">{t('ui.room.keepsResults')}</p>}
    </Page>
  );
}
