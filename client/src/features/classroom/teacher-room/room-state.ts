import type { Answer, Participant, PresentExercise, PushedAnswers } from '../classroom.operations';

/** The teacher's view of a room. */
export interface RoomState {
  readonly isOpen: boolean;
  /** Whether newcomers may join. */
  readonly isDoorOpen: boolean;
  /** Number of networks that have reached their limit of guests. */
  readonly fullNetworks: number;
  readonly exercise: PresentExercise | null;
  /** Participants by id, in the order of joining. */
  readonly participants: ReadonlyMap<string, Participant>;
  /** Latest answers to the current exercise, by participant id. */
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Applies a pushed message; undefined until the first snapshot arrives. */
export function withPushed(before: RoomState | undefined, pushed: PushedAnswers): RoomState | undefined {
  const { isSnapshot, isOpen, isDoorOpen, fullNetworks, exercise } = pushed;
  if (!isSnapshot && !before) return undefined;
  const known = isSnapshot ? undefined : before;
  const participants = new Map(known?.participants);
  const answers = new Map(known?.answers);
  for (const participant of pushed.participants) participants.set(participant.id, participant);
  for (const answer of pushed.answers) answers.set(answer.participant, answer);
  for (const id of pushed.removed) {
    participants.delete(id);
    answers.delete(id);
  }
  return { isOpen, isDoorOpen, fullNetworks, exercise, participants, answers };
}

/** Participants with equivalent answers. */
export interface AnswerGroup {
  readonly kind: 'correct' | 'mistake' | 'wrong' | 'waiting';
  /** The mistake they share; undefined for other kinds. */
  readonly mistake?: string;
  readonly members: readonly { readonly participant: Participant; readonly answer?: Answer }[];
}

/** Groups participants by result and mistake: correct, each mistake by frequency, other answers, and waiting. */
export function groupsOf({ participants, answers }: RoomState): AnswerGroup[] {
  const members = [...participants.values()].map((participant) => ({
    participant,
    answer: answers.get(participant.id),
  }));
  const answered = members.filter((member): member is Answered => member.answer !== undefined);
  const wrong = answered.filter(({ answer }) => !answer.isCorrect);
  const mistakes = Map.groupBy(
    wrong.filter(({ answer }) => answer.mistakeText !== null),
    ({ answer }) => answer.mistakeText as string,
  );
  const ofMistakes = [...mistakes].map(
    ([mistake, alike]): AnswerGroup => ({ kind: 'mistake', mistake, members: alike }),
  );
  const groups: AnswerGroup[] = [
    { kind: 'correct', members: answered.filter(({ answer }) => answer.isCorrect) },
    ...ofMistakes.sort((one, other) => other.members.length - one.members.length),
    { kind: 'wrong', members: wrong.filter(({ answer }) => answer.mistakeText === null) },
    {
      kind: 'waiting',
      members: members.filter(({ answer }) => answer === undefined).map(({ participant }) => ({ participant })),
    },
  ];
  return groups.filter(({ kind, members: { length } }) => kind === 'correct' || length > 0);
}

/**
 * Combines the rarest mistakes with the other wrong answers until at most `most` groups are left, so that all fit on a
 * projector.
 */
export function combineRareMistakes(groups: readonly AnswerGroup[], most: number): readonly AnswerGroup[] {
  if (groups.length <= most) return groups;
  const others = groups.filter(({ kind }) => kind !== 'mistake');
  const mistakes = groups.filter(({ kind }) => kind === 'mistake');
  const room = most - others.length - (others.some(({ kind }) => kind === 'wrong') ? 0 : 1);
  const rare = mistakes.slice(room).flatMap(({ members }) => members);
  const wrong = [...others.filter(({ kind }) => kind === 'wrong').flatMap(({ members }) => members), ...rare];
  return [
    ...others.filter(({ kind }) => kind === 'correct'),
    ...mistakes.slice(0, room),
    { kind: 'wrong', members: wrong },
    ...others.filter(({ kind }) => kind === 'waiting'),
  ];
}

type Answered = { readonly participant: Participant; readonly answer: Answer };
