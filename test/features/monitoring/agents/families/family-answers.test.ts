import { describe, expect, test } from 'vitest';
import { FamilyAnswers } from '../../../../../src/features/monitoring/agents/families/family-answers.js';
import { FAMILIES_MAX } from '../../../../../src/features/monitoring/agents/protocol/families-bounds.js';
import { FamiliesWriter } from '../../../../../src/features/monitoring/agents/protocol/families-writer.js';
import { gauge } from '../../../../../src/features/monitoring/exposition/metric-family.js';

function start() {
  const time = { ms: 0 };
  const asked: number[] = [];
  return { time, asked, answers: new FamilyAnswers({ ask: (id) => asked.push(id), steadyMs: () => time.ms }) };
}

const load = [gauge('node_load1', 'x', [{ value: 1 }])];
const partOf = (id: number, changes: object = {}) => ({
  id,
  data: 'A'.repeat(FAMILIES_MAX.partLength),
  more: true,
  ...changes,
});

describe('answers of an agent about its families (promise 57)', () => {
  test('are put together of their parts', async () => {
    const { answers, asked } = start();
    const answer = answers.ask();
    expect(answers.ask()).toBe(answer);
    expect(asked).toEqual([1]);
    const many = Array.from({ length: 8000 }, (_, at) => ({
      labels: { device: `eth${at}` },
      value: Math.random(),
    }));
    const messages = new FamiliesWriter().write(1, [gauge('node_network_up', 'x', many)]);
    expect(messages.length).toBeGreaterThan(1);
    const taken = messages.map(({ families }) => answers.take(families));
    expect(taken.map((series) => series?.families[0]?.values.length)).toEqual([
      ...messages.slice(1).map(() => undefined),
      8000,
    ]);
    expect(await answer).toBe(taken.at(-1));
  });

  test('are read even if they come too late, since the next have values alone', async () => {
    const { answers, time } = start();
    const writer = new FamiliesWriter();
    const late = answers.ask();
    time.ms = 5000;
    answers.beat(time.ms);
    expect(await late).toBeNull();
    const next = answers.ask();
    const [first] = writer.write(1, load);
    expect(first && answers.take(first.families)?.families).toHaveLength(1);
    const [second] = writer.write(2, load);
    expect(second && answers.take(second.families)?.families).toHaveLength(1);
    expect((await next)?.families).toHaveLength(1);
  });

  test.each([
    ['that nobody asked for', [partOf(1)], 'not requested', 0],
    ['to a question that was not asked', [partOf(2)], 'not requested', 1],
    ['in parts that are too short', [partOf(1, { data: 'A' })], 'too short a part', 1],
    ['in too many parts', Array.from({ length: 6 }, () => partOf(1)), 'too long', 1],
    ['in parts of two answers in turn', [partOf(2), partOf(1)], 'a part of an earlier answer', 2],
  ])('are refused %s', (_name, parts, fault, questions) => {
    const { answers, time } = start();
    for (let question = 0; question < questions; question += 1) {
      void answers.ask();
      time.ms += 5000;
      answers.beat(time.ms);
    }
    const [last, ...before] = parts.toReversed();
    for (const part of before) answers.take(part);
    expect(() => last && answers.take(last)).toThrow(fault);
  });

  test('are refused a second time', () => {
    const { answers } = start();
    void answers.ask();
    const [message] = new FamiliesWriter().write(1, load);
    if (message) answers.take(message.families);
    expect(() => message && answers.take(message.families)).toThrow('not requested');
  });
});
