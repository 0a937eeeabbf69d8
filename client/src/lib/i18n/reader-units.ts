import type { ReaderUnits } from '../../../../src/shared/units/reader-units';

/** The reader's units; visitors have the default ones. Read for each figure, so that a change shows at once. */
export const readerUnits: { current: ReaderUnits } = { current: {} };
