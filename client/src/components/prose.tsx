import './prose.css';

/** Long text, rendered from Markdown by the server. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised this HTML to a few allowed tags
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
