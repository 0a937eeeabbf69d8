import { describe, expect, test } from 'vitest';
import { folderCircles } from '../../scripts/checks/folder-circles.ts';

function modules(...imports: string[]) {
  return imports.map((text) => {
    const [source = '', resolved = ''] = text.split(' → ');
    return { source, dependencies: [{ resolved }] };
  });
}

describe('Sub-folders of a folder', () => {
  test('may import each other in one direction', () => {
    const downwards = modules(
      'src/a/x/1.ts → src/a/y/2.ts',
      'src/a/x/3.ts → src/a/z/4.ts',
      'src/a/y/2.ts → src/a/z/4.ts',
    );
    expect(folderCircles(downwards)).toEqual([]);
  });

  test('that import each other are named with an import of each direction', () => {
    expect(folderCircles(modules('src/a/x/1.ts → src/a/y/2.ts', 'src/a/y/3.ts → src/a/x/4.ts'))).toEqual([
      'The sub-folders x → y → x of src/a import each other: move what they share to a folder of its own, or beside them\n' +
        '  src/a/x/1.ts → src/a/y/2.ts\n' +
        '  src/a/y/3.ts → src/a/x/4.ts',
    ]);
  });

  test('are named once where the circle has more than two, by the shortest way', () => {
    const circle = modules(
      'src/a/x/1.ts → src/a/y/1.ts',
      'src/a/y/1.ts → src/a/z/1.ts',
      'src/a/z/1.ts → src/a/x/1.ts',
      'src/a/x/1.ts → src/a/w/1.ts',
    );
    const found = folderCircles(circle);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('x → y → z → x of src/a');
  });

  test('are looked at on every floor, and files beside them are not', () => {
    const deep = modules('src/a/b/x/c/1.ts → src/a/b/y/d/e/2.ts', 'src/a/b/y/3.ts → src/a/b/x/4.ts');
    expect(folderCircles(deep)[0]).toContain('x → y → x of src/a/b ');
    expect(folderCircles(modules('src/a/x/1.ts → src/a/own.ts', 'src/a/own.ts → src/a/x/1.ts'))).toEqual([]);
  });

  test('are those of the server and the client, and no others', () => {
    const circle = (root: string) => modules(`${root}/x/1.ts → ${root}/y/2.ts`, `${root}/y/2.ts → ${root}/x/1.ts`);
    expect(folderCircles(circle('client/src/lib'))).toHaveLength(1);
    expect(folderCircles(circle('src'))).toHaveLength(1);
    expect(folderCircles(circle('test/support'))).toEqual([]);
    expect(folderCircles(circle('node_modules/a/src'))).toEqual([]);
  });
});
