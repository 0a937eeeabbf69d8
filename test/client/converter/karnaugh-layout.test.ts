import { expect, test } from 'vitest';
import { layOutGroups, letterOf, MAP } from '../../../client/src/features/converter/forms/karnaugh-layout.js';
import { karnaughMap } from '../../../src/features/conversion/rules/logic-forms/karnaugh-map.js';
import type { LogicFunction } from '../../../src/features/conversion/rules/logic-forms/logic-function.js';
import { minimise } from '../../../src/features/conversion/rules/logic-forms/minimise.js';
import { parseOutputs } from '../../../src/features/conversion/rules/logic-forms/parse-outputs.js';

function groupsOf(outputs: string) {
  return layOutGroups(karnaughMap(minimise(parseOutputs(outputs) as LogicFunction, 'SUM_OF_PRODUCTS')).groups);
}

test('a group within the map has four sides, one that goes past an edge has none there', () => {
  const sides = (outputs: string) => groupsOf(outputs)[0]?.pieces.map(({ outline }) => outline.split('M').length - 1);
  expect(sides('0000010100000000')).toEqual([4]);
  expect(sides('1000000010000000')).toEqual([3, 3]);
  expect(sides('1010000010100000')).toEqual([2, 2, 2, 2]);
});

test('groups that share a cell have outlines at different places and letters of their own', () => {
  const [first, second] = groupsOf('0000111101010101');
  expect(first?.letter).toBe('a');
  expect(second?.letter).toBe('b');
  expect(first?.pieces[0]?.fill.y).not.toBe(second?.pieces[0]?.fill.y);
  expect(first?.dashes).not.toBe(second?.dashes);
  expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(['a', 'z', 'aa', 'az', 'ba']);
});

test('no outline passes through what is written in a cell, however many groups share it', () => {
  const written = 12;
  for (const outputs of ['1011100-10110010', '0000111101010101', '1111111101111111']) {
    for (const { x, y, width, height } of groupsOf(outputs).flatMap(({ pieces }) => pieces.map(({ fill }) => fill))) {
      const edges = [x - MAP.headWidth, x + width - MAP.headWidth, y - MAP.headHeight, y + height - MAP.headHeight];
      for (const edge of edges) {
        const fromMiddle = Math.abs(((edge + MAP.cell) % MAP.cell) - MAP.cell / 2);
        expect(fromMiddle).toBeGreaterThanOrEqual(written);
      }
    }
  }
});
