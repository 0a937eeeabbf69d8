import type { ExerciseKind } from '../../src/features/conversion/rules/exercises/task.js';
import { dataOf } from './administration.js';
import { Browser } from './http/browser.js';

export interface SentExercise {
  readonly id: string;
  readonly number: number;
  readonly question: string;
  readonly solution: string;
}

export const OPEN_ROOM = `mutation ($allowGuests: Boolean! = true, $keepResultsAs: String) {
  openRoom(allowGuests: $allowGuests, keepResultsAs: $keepResultsAs) { code }
}`;

/** Opens a room. @returns its code. */
export async function openRoom(teacher: Browser, allowGuests = true, keepResultsAs?: string): Promise<string> {
  const variables = { allowGuests, keepResultsAs };
  const { openRoom: room } = await dataOf<{ openRoom: { code: string } }>(teacher, OPEN_ROOM, variables);
  return room.code;
}

export async function closeRoom(teacher: Browser, room: string): Promise<void> {
  await dataOf(teacher, 'mutation ($room: String!) { closeRoom(room: $room) { code } }', { room });
}

const SEND = `mutation ($room: String!, $kind: ExerciseKind!, $position: Int!) {
  sendExercise(room: $room, kind: $kind, level: 1, seed: "turma b", position: $position) {
    id number question solution
  }
}`;

export async function sendExercise(
  teacher: Browser,
  room: string,
  position = 1,
  kind: ExerciseKind = 'DECIMAL_TO_BASE',
): Promise<SentExercise> {
  const data = await dataOf<{ sendExercise: SentExercise }>(teacher, SEND, { room, kind, position });
  return data.sendExercise;
}

export const JOIN = `mutation ($code: String!, $nickname: String!) {
  joinRoom(code: $code, nickname: $nickname) { room nickname exercise { id question } answer { answer } }
}`;

export async function joinAs(baseUrl: string, code: string, nickname: string): Promise<Browser> {
  const guest = new Browser(baseUrl, { origin: baseUrl });
  await dataOf(guest, JOIN, { code, nickname });
  return guest;
}

export const ANSWER = `mutation ($room: String!, $exercise: ID!, $answer: String!) {
  answer(room: $room, exercise: $exercise, answer: $answer) { answer isCorrect mistake mistakeText tries }
}`;

export const ROOM_ANSWERS = `subscription ($room: String!) { roomAnswers(room: $room) {
  isSnapshot isOpen exercise { id number } participants { id nickname isGuest } removed
  answers { participant answer isCorrect mistake mistakeText tries }
} }`;

export const ROOM_EXERCISE = `subscription ($room: String!) { roomExercise(room: $room) {
  room nickname exercise { id number question triesMax } answer { answer tries }
} }`;

/** Returns the headers with which a browser's page opens a socket. */
export function cookieOf({ cookies, baseUrl }: Browser): { cookie: string; origin: string } {
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: baseUrl };
}
