import type { MarkdownIt, Token } from 'markdown-it';

/**
 * A markdown-it plugin that replaces each image with a link showing the alternative text. The pages load no images from
 * other sites, but readers should know that there is an image and be able to open it.
 */
export function imagesAsLinks(markdown: MarkdownIt): void {
  // Runs directly after the rule that parses images, so that later rules also apply to the text of these links.
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
    // Links must not be nested.
    return inLink ? wordsOf(token) : buildLink(token, TokenClass);
  });
}

function buildLink(image: Token, TokenClass: typeof Token): Token[] {
  const address = String(image.attrGet('src'));
  const words = wordsOf(image);
  const text = new TokenClass('text', '', 0);
  text.content = address;
  const open = new TokenClass('link_open', 'a', 1);
  open.attrSet('href', address);
  const saysSomething = words.some(({ content }) => content.trim() !== '');
  return [open, ...(saysSomething ? words : [text]), new TokenClass('link_close', 'a', -1)];
}

/** Returns the alternative text of an image, without nested links and images. */
function wordsOf({ children }: Token): Token[] {
  return (children ?? []).flatMap((token) => {
    if (isImage(token)) return wordsOf(token);
    return token.type === 'link_open' || token.type === 'link_close' ? [] : [token];
  });
}

function isImage({ type }: Token): boolean {
  return type === 'image';
}
