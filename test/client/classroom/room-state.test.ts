import { describe, expect, test } from 'vitest';
import {
  type AnswerGroup,
  combineRareMistakes,
  groupsOf,
  type RoomState,
} from '../../../client/src/features/classroom/teacher-room/room-state';

/** A room whose participants gave these results: correct, a mistake's text, null for another wrong answer, or none. */
function roomOf(results: readonly (true | string | null | undefined)[]): RoomState {
  const participants = results.map((_, index) => ({ id: `${index}`, nickname: `N${index}`, isGuest: true }));
  const answers = results.flatMap((result, index) =>
    result === undefined
      ? []
      : [
          {
            participant: `${index}`,
            answer: '1',
            isCorrect: result === true,
            mistakeText: mistakeIn(result),
            tries: 1,
          },
        ],
  );
  return {
    isOpen: true,
    isDoorOpen: true,
    fullNetworks: 0,
    exercise: null,
    participants: new Map(participants.map((participant) => [participant.id, participant])),
    answers: new Map(answers.map((answer) => [answer.participant, answer])),
  };
}

function mistakeIn(result: true | string | null): string | null {
  return result === true ? null : result;
}

const named = (groups: readonly AnswerGroup[]) =>
  groups.map(({ kind, mistake, members }) => `${mistake ?? kind} ${members.length}`);

describe('the groups of answers on a projector', () => {
  test('are all that there are while they fit', () => {
    const groups = groupsOf(roomOf([true, 'a', 'a', 'b', null, undefined]));
    expect(named(combineRareMistakes(groups, 5))).toEqual(['correct 1', 'a 2', 'b 1', 'wrong 1', 'waiting 1']);
  });

  test('have the rarest mistakes among the other wrong answers if there are more', () => {
    const groups = groupsOf(roomOf([true, 'a', 'a', 'a', 'b', 'b', 'c', 'd', null, undefined]));
    expect(named(combineRareMistakes(groups, 5))).toEqual(['correct 1', 'a 3', 'b 2', 'wrong 3', 'waiting 1']);
  });

  test('count everybody once, with and without other wrong answers', () => {
    for (const last of [null, true, undefined] as const) {
      const results = [true, 'a', 'a', 'b', 'b', 'c', 'd', 'e', 'f', last] as const;
      const combined = combineRareMistakes(groupsOf(roomOf(results)), 5);
      expect(combined.length).toBeLessThanOrEqual(5);
      expect(combined.reduce((sum, { members }) => sum + members.length, 0)).toBe(results.length);
    }
  });
});
