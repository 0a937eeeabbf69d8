import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutCircuit } from '../../../client/src/components/logic/circuit-layout.js';
import { GATE } from '../../../client/src/components/logic/gate-shapes.js';
import { parseExpression } from '../../../src/features/conversion/rules/logic/parse-expression.js';
import { truthTable } from '../../../src/features/conversion/rules/logic/truth-table.js';

/** Generates randomly bracketed expressions with up to sixteen operands. */
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('A', 'B', 'C', 'LONG_NAME_1', '0', '1'),
    tie('text').map((inner) => `NOT ${inner}`),
    fc
      .tuple(tie('text'), fc.constantFrom('AND', 'OR', 'XOR', 'NAND'), tie('text'))
      .map(([left, operation, right]) => `(${left} ${operation} ${right})`),
  ),
}));

const layout = text
  .filter((written) => written.length <= 200)
  .map((written) => {
    const expression = parseExpression(written);
    if ('problem' in expression) throw new Error(written);
    const { nodes } = truthTable(expression);
    return { nodes, drawn: layOutCircuit(nodes) };
  });

test('every node is drawn once, within the picture, and none over another', () => {
  fc.assert(
    fc.property(layout, ({ nodes, drawn: { inputs, gates, width, height } }) => {
      expect([...inputs, ...gates].map(({ node }) => node.id).sort((a, b) => a - b)).toEqual(nodes.map(({ id }) => id));
      const boxes = gates.map(({ x, y }) => ({ left: x, right: x + GATE.width, top: y - 20, bottom: y + 20 }));
      for (const box of boxes) {
        expect(box.left).toBeGreaterThan(0);
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.bottom).toBeLessThanOrEqual(height);
        const over = boxes.filter(
          (other) =>
            other !== box &&
            box.left < other.right &&
            other.left < box.right &&
            box.top < other.bottom &&
            other.top < box.bottom,
        );
        expect(over).toEqual([]);
      }
      expect(new Set(inputs.map(({ y }) => y)).size).toBe(inputs.length);
    }),
  );
});

test('every wire leads from the end of one node into the left of the gate that it belongs to, and only to the right', () => {
  fc.assert(
    fc.property(layout, ({ nodes, drawn: { wires, gates, inputs } }) => {
      const positions = [...inputs, ...gates];
      const positionOf = (id: number) =>
        positions.find(({ node }) => node.id === id) ?? { x: Number.NaN, y: Number.NaN };
      expect(wires).toHaveLength(nodes.flatMap((node) => node.inputs).length);
      for (const { from, to, path } of wires) {
        const [, startX, startY, bend, endY, endX] = /^M(.+) (.+)H(.+)V(.+)H(.+)$/.exec(path) ?? [];
        expect(nodes[to]?.inputs).toContain(from);
        expect(Number(startY)).toBe(positionOf(from).y);
        expect(Math.abs(Number(endY) - positionOf(to).y)).toBeLessThanOrEqual(GATE.height / 2);
        expect(Number(startX)).toBeLessThan(Number(bend));
        expect(Number(bend)).toBeLessThan(positionOf(to).x);
        expect(Number(endX)).toBeGreaterThan(positionOf(to).x);
      }
    }),
  );
});
