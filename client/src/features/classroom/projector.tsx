import './projector.css';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/t';
import { rememberFocus } from '../../lib/page/remember-focus';
import { AnswerGroups } from './answer-groups';
import { ConnectionNotice } from './connection-notice';
import { RoomQrCode } from './room-qr-code';
import type { RoomState } from './room-state';

interface ProjectorProps {
  code: string;
  address: string;
  state: RoomState;
  onLeave(): void;
}

/** Questions of at least this many characters take more than two lines. */
const LONG_QUESTION = 90;

/**
 * The room's public view, without names: how to join, the question and the results. Escape leaves it and restores
 * focus.
 */
export default function Projector({ code, address, state, onLeave }: ProjectorProps) {
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
  const isJoinable = isOpen && isDoorOpen;
  const shortAddress = address.replace(/^https?:\/\//, '').replace(`${code}/`, '');
  return (
    <dialog
      className="projector"
      ref={dialog}
      aria-label={t('ui.classroom.projector')}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      <header className="projector-head">
        <p className="projector-address">
          {isJoinable && t('ui.classroom.joinAt', { address: shortAddress })}
          {isOpen && !isDoorOpen && t('ui.classroom.doorClosed')}
          {!isOpen && t('ui.classroom.closedAbout')}
        </p>
        {isJoinable && <p className="projector-code">{code}</p>}
        <button className="button" type="button" onClick={onLeave}>
          {t('ui.classroom.leaveProjector')}
        </button>
      </header>
      <ConnectionNotice />
      {exercise && (
        <>
          <p className="projector-question" data-long={exercise.question.length > LONG_QUESTION || undefined}>
            {exercise.question}
          </p>
          <AnswerGroups state={state} isAnonymous />
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
                <li>{t('ui.classroom.joinStep', { address: shortAddress, code })}</li>
                <li>{t('ui.classroom.nicknameStep')}</li>
                <li>{t('ui.classroom.waitStep')}</li>
              </ol>
            ) : (
              <p>{t('ui.classroom.waitStep')}</p>
            )}
          </div>
        </div>
      )}
    </dialog>
  );
}
