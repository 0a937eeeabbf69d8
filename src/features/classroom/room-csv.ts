import type { Language } from '../../i18n/catalogues.js';
import { translate } from '../../i18n/translate.js';
import { CSV_LINE_END, csvCell } from '../../shared/text/csv-cell.js';
import { mistakeText } from '../conversion/rules/exercises/mistake.js';
import { mistakeOf, type RoomAnswers } from './exercises/room-answers.js';
import type { RoomExercise } from './exercises/room-exercise.entity.js';
import type { RoomExercises } from './exercises/room-exercises.js';
import type { Participants } from './participants/participants.js';
import type { Room } from './room.entity.js';

/** Exercises per part of the file, which amounts to about a thousand rows. */
const EXERCISES_AT_ONCE = 5;

interface RoomCsvDeps {
  readonly participants: Participants;
  readonly roomExercises: RoomExercises;
  readonly roomAnswers: RoomAnswers;
}

export interface RoomCsvPart {
  readonly csv: string;
  /** Number of the part's last exercise; the next part begins after it. */
  readonly endNumber: number;
  readonly hasMore: boolean;
}

/** Writes the results of a room as CSV, with a row for each participant and exercise, even if there is no answer. */
export class RoomCsv {
  constructor(private readonly deps: RoomCsvDeps) {}

  /** Returns the part that follows an exercise; the first part begins with the column names. */
  async part(room: Room, { behind, language }: { readonly behind: number; readonly language: Language }) {
    const { participants, roomExercises } = this.deps;
    const exercises = await roomExercises.listOf(room, behind, EXERCISES_AT_ONCE + 1);
    const shown = exercises.slice(0, EXERCISES_AT_ONCE);
    const people = await participants.listOf(room);
    const lines = behind > 0 ? [] : [columnsIn(language)];
    for (const exercise of shown) lines.push(...(await this.#rowsOf(exercise, people, language)));
    const endNumber = shown.at(-1)?.number ?? behind;
    const csv = lines.map((cells) => cells.map(csvCell).join(',') + CSV_LINE_END).join('');
    return { csv, endNumber, hasMore: exercises.length > shown.length } satisfies RoomCsvPart;
  }

  async #rowsOf(
    exercise: RoomExercise,
    people: readonly { readonly id: number; readonly nickname: string }[],
    language: Language,
  ): Promise<string[][]> {
    const { roomExercises, roomAnswers } = this.deps;
    const question = translate(roomExercises.drawn(exercise).question, language);
    const answers = new Map((await roomAnswers.to(exercise)).map((answer) => [answer.participant.id, answer]));
    return people.map(({ id, nickname }) => {
      const row = [String(exercise.number), question, nickname];
      const answer = answers.get(id);
      if (!answer) return [...row, '', '', '', '', ''];
      const mistake = mistakeOf(answer);
      return [
        ...row,
        answer.answer,
        answer.isCorrect ? '1' : '0',
        mistake ? translate(mistakeText(mistake), language) : '',
        String(answer.tries),
        answer.answeredAt.toISOString(),
      ];
    });
  }
}

function columnsIn(language: Language): string[] {
  return [
    translate('classroom.csv.exercise', language),
    translate('classroom.csv.question', language),
    translate('classroom.csv.nickname', language),
    translate('classroom.csv.answer', language),
    translate('classroom.csv.correct', language),
    translate('classroom.csv.mistake', language),
    translate('classroom.csv.tries', language),
    translate('classroom.csv.answeredAt', language),
  ];
}
