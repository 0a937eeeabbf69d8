import './prose.css';

/** A long text, rendered from Markdown by the server. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised this HTML to a short list of tags
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
