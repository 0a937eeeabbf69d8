import fc from 'fast-check';
import type { AlertExpression } from '../../../../src/features/alerts/rules/expression/alert-expression.js';
import { comparisonOperators } from '../../../../src/features/alerts/rules/expression/atoms.js';
import { dayNames } from '../../../../src/features/alerts/rules/expression/days.js';
import {
  type FigureName,
  type FigureUnit,
  figureNames,
  figures,
} from '../../../../src/features/alerts/rules/figures.js';
import type { GateName } from '../../../../src/features/conversion/rules/logic/logic-operations.js';
import { read } from './read.js';

const NUMBER = fc.oneof(
  fc.integer({ min: 0, max: 120 }).map(String),
  fc.tuple(fc.nat(2000), fc.constantFrom('.', ','), fc.nat(99)).map(([whole, sign, rest]) => `${whole}${sign}${rest}`),
);

const UNITS: Readonly<Record<FigureUnit, readonly string[]>> = {
  percent: ['', '%', ' %', ' percent'],
  load: [''],
  bytesPerSecond: ['', 'B', ' kb', ' MB', 'GB/s', ' GiB', ' mb / s'],
  seconds: ['', 's', ' min', 'm', ' h', ' d', ' dias', ' Minutos', ' hours'],
};

const spaced = (...parts: readonly string[]) => fc.constantFrom('', ' ', '  ').map((blank) => parts.join(blank));

interface Written {
  readonly name: FigureName;
  readonly text: string;
}

const figure = fc.constantFrom(...figureNames).chain((name): fc.Arbitrary<Written> => {
  const written = fc.constantFrom(name, name.toUpperCase());
  return name === 'disk'
    ? fc
        .oneof(written, spaced('disk', '(', '"/var"', ')'), spaced('disk', '(', '“/”', ')'))
        .map((text) => ({ name, text }))
    : written.map((text) => ({ name, text }));
});

const window = fc.constantFrom('60s', '1m', '10m', '90 s', '1,5 h', '24h', '1 d', '10 minutos');

const quantity = figure.chain(
  ({ name, text }): fc.Arbitrary<Written> =>
    figures[name].hasWindows
      ? fc.oneof(
          fc.constant({ name, text }),
          fc
            .tuple(fc.constantFrom('avg', 'MIN', 'max', 'rise'), window)
            .chain(([of, length]) => spaced(of, '(', text, ',', length, ')'))
            .map((written) => ({ name, text: written })),
        )
      : fc.constant({ name, text }),
);

const comparison = fc
  .tuple(quantity, fc.constantFrom(...comparisonOperators, '≥', '≤'), fc.constantFrom('', '-'), NUMBER)
  .filter(([, , , number]) => !/^[1-9]\d{0,2}[.,]\d{3}$/.test(number))
  .chain(([{ name, text }, operator, minus, number]) =>
    fc.constantFrom(...UNITS[figures[name].unit]).chain((unit) => spaced(text, operator, `${minus}${number}${unit}`)),
  );

const clock = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${hour}:${String(minute).padStart(2, '0')}`);
const day = fc.constantFrom(...dayNames, 'seg', 'Ter', 'sáb', 'miércoles', 'domingo', 'Thursday');
const days = fc.oneof(
  day,
  fc.tuple(day, day).map(([first, last]) => `${first}-${last}`),
);
const time = fc
  .tuple(clock, clock, fc.array(days, { maxLength: 3 }))
  .filter(([from, to]) => from !== to)
  .chain(([from, to, on]) => spaced('time', '(', from, '-', to, ...on.flatMap((one) => [',', one]), ')'));

const atom = fc.oneof({ weight: 4, arbitrary: comparison }, { weight: 1, arbitrary: time });

const OPERATIONS: Readonly<Record<GateName, readonly string[]>> = {
  NOT: [' not ', '!', '¬', ' NÃO '],
  AND: [' and ', ' E ', ' & ', '&&', '*'],
  OR: [' or ', ' ou ', ' | ', '||', '+'],
  XOR: [' xor ', '^'],
  NAND: [' nand '],
  NOR: [' nor '],
  XNOR: [' xnor ', '≡'],
};
const binary = fc.constantFrom(...Object.entries(OPERATIONS).flatMap(([name, ways]) => (name === 'NOT' ? [] : ways)));

/** Generates conditions as users may write them: names in any case, units, blanks, operators as words or symbols. */
export const writtenExpression: fc.Arbitrary<string> = fc
  .array(atom, { minLength: 1, maxLength: 6 })
  .chain((atoms) => {
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 6, arbitrary: fc.constantFrom(...atoms) },
        { weight: 1, arbitrary: fc.constantFrom('0', '1') },
        {
          weight: 1,
          arbitrary: fc.tuple(fc.constantFrom(...OPERATIONS.NOT), tie('text')).map(([not, of]) => `${not}(${of})`),
        },
        {
          weight: 4,
          arbitrary: fc.tuple(tie('text'), binary, tie('text')).map(([a, operation, b]) => `(${a}${operation}${b})`),
        },
      ),
    }));
    return text;
  })
  .filter((text) => text.length <= 500);

export const arbitraryExpression: fc.Arbitrary<AlertExpression> = writtenExpression.map(read);
