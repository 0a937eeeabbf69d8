import { describe, expect, onTestFinished, test } from 'vitest';
import { differenceOf } from '../../../../src/features/terms/rendering/terms-difference.js';
import { renderTerms } from '../../../../src/features/terms/rendering/terms-html.js';
import { BLOCKS_MAX } from '../../../../src/features/terms/rendering/terms-limits.js';
import { TermsThread } from '../../../../src/features/terms/rendering/terms-thread.js';
import type { Message } from '../../../../src/i18n/message.js';
import { InvalidFields } from '../../../../src/shared/errors/errors.js';

function createThread(parts?: ConstructorParameters<typeof TermsThread>[0]) {
  const thread = new TermsThread(parts);
  onTestFinished(() => thread.stop());
  return thread;
}

const keyOf = (fault: Message) => (typeof fault === 'string' ? fault : fault.key);

/** Returns the fault in `content`, as reported to staff. */
const findFault = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof InvalidFields ? error.details.fields?.content?.map(keyOf) : error),
  );

const TEXT = '# Terms\n\n- *be* kind\n- <script>';
const TOO_MANY_BLOCKS = 'a\n\n'.repeat(BLOCKS_MAX + 1);

describe('the texts of the terms, worked on in a thread', () => {
  test('come to what they would without', async () => {
    const thread = createThread();
    expect(await thread.html(TEXT)).toBe(renderTerms(TEXT).html);
    expect(await thread.shownHtml(TEXT)).toBe(renderTerms(TEXT).html);
    expect(await thread.difference(TEXT, 'other')).toEqual(differenceOf(TEXT, 'other'));
  });

  test.each([
    ['too deep', `${'> '.repeat(20)}a`, 'terms.contentTooDeep'],
    ['of too many blocks', TOO_MANY_BLOCKS, 'terms.contentTooManyBlocks'],
  ])('are refused by what is wrong with them: %s', async (_name, content, message) => {
    expect(await findFault(createThread().html(content))).toEqual([message]);
  });

  test('are shown with however many blocks once they are stored', async () => {
    const html = await createThread().shownHtml(TOO_MANY_BLOCKS);
    expect(html?.match(/<p>/g)).toHaveLength(BLOCKS_MAX + 1);
  });

  test('are rejected, and a comparison is given up, when they take longer than they may', async () => {
    const thread = createThread({ deadlineMs: 1, shownDeadlineMs: 1 });
    expect(await findFault(thread.html(TEXT))).toEqual(['terms.contentTooDear']);
    expect(await thread.shownHtml(TEXT)).toBeUndefined();
    expect(await thread.difference('a', 'b')).toEqual({
      gaveUp: true,
      parts: [
        { kind: 'removed', text: 'a' },
        { kind: 'added', text: 'b' },
      ],
    });
  });
});
