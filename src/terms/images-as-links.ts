import type { MarkdownIt, Token } from 'markdown-it';

/**
 * A plugin of markdown-it: makes a link of each image, with the words that describe it. The pages load no image from
 * elsewhere, but who reads should know that there is one and be able to look at it.
 */
export function imagesAsLinks(markdown: MarkdownIt): void {
  // Right behind the rule that finds them: what later rules do to texts, they do to these words as well.
  markdown.core.ruler.after('inline', 'images_as_links', ({ tokens, Token }) => {
    for (const block of tokens) {
      if (block.children?.some(isImage)) block.children = withLinks(block.children, Token);
    }
  });
}

function withLinks(inline: readonly Token[], TokenClass: typeof Token): Token[] {
  let inLink = false;
  return inline.flatMap((token) => {
    if (token.type === 'link_open') inLink = true;
    if (token.type === 'link_close') inLink = false;
    if (!isImage(token)) return [token];
    // A link may hold no other.
    return inLink ? wordsOf(token) : linkOf(token, TokenClass);
  });
}

function linkOf(image: Token, TokenClass: typeof Token): Token[] {
  const address = String(image.attrGet('src'));
  const words = wordsOf(image);
  const text = new TokenClass('text', '', 0);
  text.content = address;
  const open = new TokenClass('link_open', 'a', 1);
  open.attrSet('href', address);
  const saysSomething = words.some(({ content }) => content.trim() !== '');
  return [open, ...(saysSomething ? words : [text]), new TokenClass('link_close', 'a', -1)];
}

/** What an image is described by, without the links and images in that. */
function wordsOf({ children }: Token): Token[] {
  return (children ?? []).flatMap((token) => {
    if (isImage(token)) return wordsOf(token);
    return token.type === 'link_open' || token.type === 'link_close' ? [] : [token];
  });
}

function isImage({ type }: Token): boolean {
  return type === 'image';
}
