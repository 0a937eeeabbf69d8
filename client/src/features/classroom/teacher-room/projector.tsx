import './projector.css';
import { useEffect, useRef, useState } from 'react';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { rememberFocus } from '../../../lib/page/remember-focus';
import { AnswerGroups } from './answer-groups';
import { ConnectionNotice } from './connection-notice';
import { RoomQrCode } from './room-qr-code';
import { combineRareMistakes, groupsOf, type RoomState } from './room-state';

/** Messages of this view, besides those of the teacher's page. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.projector', import: 'default' }),
);

interface ProjectorProps {
  code: string;
  address: string;
  state: RoomState;
  /** Whether the results are hidden, which new exercises do not change. */
  areResultsHidden: boolean;
  hideResults(areHidden: boolean): void;
  onLeave(): void;
}

/** Questions of at least this many characters take more than two lines. */
const LONG_QUESTION = 90;

/** Groups that fit below a long question, in letters that the last row can read. */
const MOST_GROUPS = 5;

/**
 * The room's public view, without names: how to join, the question, and the results and the solution while the teacher
 * shows them. Escape leaves it and restores focus.
 */
export default function Projector(props: ProjectorProps) {
  const { code, address, state, areResultsHidden, hideResults, onLeave } = props;
  const [solutionShown, setSolutionShown] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    const giveFocusBack = rememberFocus();
    current?.showModal();
    return () => {
      current?.close();
      giveFocusBack();
    };
  }, []);
  const { exercise, isOpen, isDoorOpen } = state;
  const isSolutionShown = exercise?.id === solutionShown;
  const isJoinable = isOpen && isDoorOpen;
  const shortAddress = address.replace(/^https?:\/\//, '').replace(`${code}/`, '');
  return (
    <dialog
      className="projector"
      ref={dialog}
      aria-label={t('ui.projector.projector')}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      <header className="projector-head">
        <p className="projector-address">
          {isJoinable && t('ui.projector.joinAt', { address: shortAddress })}
          {isOpen && !isDoorOpen && t('ui.classroom.doorClosed')}
          {!isOpen && t('ui.classroom.closedAbout')}
        </p>
        {isJoinable && <p className="projector-code">{code}</p>}
        <button className="button" type="button" onClick={onLeave}>
          {t('ui.projector.leaveProjector')}
        </button>
      </header>
      <ConnectionNotice />
      {exercise && (
        <>
          <p className="projector-question" data-long={exercise.question.length > LONG_QUESTION || undefined}>
            {exercise.question}
          </p>
          {isSolutionShown && (
            <p className="projector-solution">{t('ui.projector.solution', { solution: exercise.solution })}</p>
          )}
          <AnswerGroups
            state={state}
            groups={combineRareMistakes(groupsOf(state), MOST_GROUPS)}
            isAnonymous
            areHidden={areResultsHidden}
            beside={
              <div className="projector-actions">
                <button
                  className="button"
                  type="button"
                  onClick={() => setSolutionShown(isSolutionShown ? '' : exercise.id)}
                >
                  {t(isSolutionShown ? 'ui.classroom.hideSolution' : 'ui.classroom.showSolution')}
                </button>
                <button className="button" type="button" onClick={() => hideResults(!areResultsHidden)}>
                  {t(areResultsHidden ? 'ui.projector.showResults' : 'ui.projector.hideResults')}
                </button>
              </div>
            }
          />
        </>
      )}
      {!exercise && isOpen && (
        <div className="projector-join">
          {isJoinable && <RoomQrCode address={address} />}
          <div>
            <p className="projector-joined" role="status">
              {t('ui.classroom.joined', { count: state.participants.size })}
            </p>
            {isJoinable ? (
              <ol>
                <li>{t('ui.projector.joinStep', { address: shortAddress, code })}</li>
                <li>{t('ui.projector.nicknameStep')}</li>
                <li>{t('ui.projector.waitStep')}</li>
              </ol>
            ) : (
              <p>{t('ui.projector.waitStep')}</p>
            )}
          </div>
        </div>
      )}
    </dialog>
  );
}
