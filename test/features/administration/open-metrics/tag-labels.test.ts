import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameTagLabels } from '../../../../src/features/administration/open-metrics/tag-labels.js';

describe('labels of tags (contract 14)', () => {
  test('are the tags in the letters that Prometheus allows, without accents', () => {
    const names = nameTagLabels(['production', 'produção', 'eu-west.1', '2º andar', '数据库']);
    expect(Object.fromEntries(names)).toEqual({
      production: 'tag_production',
      produção: 'tag_producao',
      'eu-west.1': 'tag_eu_west_1',
      '2º andar': 'tag_2o_andar',
      数据库: 'tag',
    });
  });

  test('are valid, one for each tag, and the same in whatever order the tags come', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a-b', 'a.b', 'a b', 'a_b_2', '-'))), (tags) => {
        const names = nameTagLabels(tags);
        expect(new Set(names.values()).size).toBe(new Set(tags).size);
        for (const name of names.values()) expect(name).toMatch(/^tag(_[a-zA-Z0-9]+)*$/);
        expect(nameTagLabels(tags.toReversed())).toEqual(names);
      }),
    );
  });
});
