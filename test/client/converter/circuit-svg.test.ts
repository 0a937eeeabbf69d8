import { expect, test } from 'vitest';
import { circuitSvg } from '../../../client/src/components/logic/circuit-svg.js';
import type { Expression } from '../../../src/features/conversion/rules/logic/expression.js';
import { parseExpression } from '../../../src/features/conversion/rules/logic/parse-expression.js';
import { evaluateNodes, truthTable } from '../../../src/features/conversion/rules/logic/truth-table.js';

test('a circuit as a file stands alone: no classes, no variables, and every element is closed', () => {
  const { nodes } = truthTable(
    parseExpression('(a & b -> c) xnor not d || 1 nor e', 'PROGRAMMING') as Expression,
    'PROGRAMMING',
  );
  const svg = circuitSvg(nodes, evaluateNodes(nodes, new Map([['A', 1]])));
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d/);
  expect(svg).not.toMatch(/class=|var\(|style=|NaN|undefined/);
  // The title contains characters that must be escaped in XML.
  expect(svg).toContain('-&gt;');
  const open: string[] = [];
  for (const [, end, name = '', single] of svg.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else if (!single) open.push(name);
  }
  expect(open).toEqual([]);
  for (const name of ['A', 'B', 'C', 'D', 'E']) expect(svg).toContain(`>${name}</text>`);
});
