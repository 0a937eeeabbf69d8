import './prose.css';

/** A long text that the server has made of Markdown, set for reading. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML is what the server gives here, from its own short list of tags
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
