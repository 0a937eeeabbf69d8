import './answer-groups.css';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon';
import { t } from '../../../lib/i18n/t';
import { type AnswerGroup, groupsOf, type RoomState } from './room-state';

interface AnswerGroupsProps {
  state: RoomState;
  /** The groups to show; by default, all of them. */
  groups?: readonly AnswerGroup[];
  /** Whether names are hidden, e.g. on a projector. */
  isAnonymous?: boolean;
  /** Whether only the number of answers is shown, not how many of them are correct. */
  areHidden?: boolean;
  /** Shown beside the number of answers. */
  beside?: ReactNode;
}

/** Shows the answers grouped by result and mistake, each group as a bar with its count. */
export function AnswerGroups({
  state,
  groups = groupsOf(state),
  isAnonymous = false,
  areHidden = false,
  beside,
}: AnswerGroupsProps) {
  const total = state.participants.size;
  return (
    <>
      <div className="answer-head">
        <p className="answer-count" role="status">
          {total === 0
            ? t('ui.classroom.joined', { count: total })
            : t('ui.classroom.answered', { answered: state.answers.size, total })}
        </p>
        {beside}
      </div>
      {!areHidden && (
        <ul className="answer-groups">
          {groups.map((group) => (
            <Group key={group.mistake ?? group.kind} group={group} total={total} isAnonymous={isAnonymous} />
          ))}
        </ul>
      )}
    </>
  );
}

interface GroupProps {
  group: AnswerGroup;
  total: number;
  isAnonymous: boolean;
}

function Group({ group, total, isAnonymous }: GroupProps) {
  const { kind, members } = group;
  const percent = total === 0 ? 0 : (100 * members.length) / total;
  return (
    <li className="answer-group" data-kind={kind}>
      <p className="answer-group-head">
        <span className="answer-group-count">{members.length}</span>
        <span className="answer-group-name">
          {kind === 'correct' && <Icon name="tick" />}
          {nameOf(group)}
        </span>
      </p>
      <div className="answer-group-bar">
        <div style={{ transform: `translateX(${percent - 100}%)` }} />
      </div>
      {!isAnonymous && members.length > 0 && <Members group={group} />}
    </li>
  );
}

/** Lists longer than this may scroll, so they are focusable for keyboard users. */
const MANY = 6;

/** Lists the participants, with their answers if wrong. */
function Members({ group }: { group: AnswerGroup }) {
  const { kind, members } = group;
  const shown = kind === 'mistake' || kind === 'wrong';
  return (
    <ul className="answer-members" tabIndex={members.length > MANY ? 0 : undefined} aria-label={nameOf(group)}>
      {members.map(({ participant, answer }) => (
        <li key={participant.id}>
          {participant.nickname}
          {shown && answer && <code>{answer.answer}</code>}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, mistake }: AnswerGroup): string {
  if (kind === 'correct') return t('ui.classroom.correct');
  if (kind === 'waiting') return t('ui.classroom.waiting');
  return mistake ?? t('ui.classroom.otherAnswers');
}
