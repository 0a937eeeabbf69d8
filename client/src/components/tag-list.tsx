import './tag-list.css';
import { t } from '../lib/i18n/t';

/** Renders nothing if the host has no tags. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tag-list" aria-label={t('ui.hostState.tags')}>
      {tags.map((tag) => (
        <li key={tag} title={tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
