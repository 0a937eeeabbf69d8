import { TermsSeen } from '../../features/terms/terms-seen.entity.js';
import { TermsVersion } from '../../features/terms/versions/terms-version.entity.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import type { DemoTexts } from '../demo-texts.js';
import { DAY_MS } from '../machines/curves.js';

/** Writes the terms of use, which everybody has seen, with an earlier version to compare them with. */
export async function writeTerms(
  unit: UnitOfWork,
  {
    texts,
    nowMs,
    readerIds,
  }: { readonly texts: DemoTexts; readonly nowMs: number; readonly readerIds: Iterable<number> },
): Promise<void> {
  const title = `# ${texts('demo.terms.title')}`;
  const earlier = [title, texts('demo.terms.use')];
  const present = [...earlier, texts('demo.terms.kept')];
  for (const [paragraphs, days] of [
    [earlier, 600],
    [present, 120],
  ] as const) {
    const at = new Date(nowMs - days * DAY_MS);
    const version = unit.create(TermsVersion, { content: paragraphs.join('\n\n'), createdAt: at, updatedAt: at });
    unit.persist(version);
    for (const userId of readerIds) unit.persist(unit.create(TermsSeen, { userId, version, seenAt: at }));
  }
  await unit.flush();
}
