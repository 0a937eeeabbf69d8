import './tag-list.css';
import { t } from '../lib/i18n/t';

/** The tags of a host; nothing where it has none. */
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
