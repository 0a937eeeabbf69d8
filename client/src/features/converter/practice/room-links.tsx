import { Link } from 'wouter';
import { t } from '../../../lib/i18n/t';
import { useIsVisitor } from '../../../lib/session/viewer';
import { paths } from '../../../paths';

/** Links for practising with a class: open a room, which needs an account, or join one. */
export function RoomLinks() {
  const isVisitor = useIsVisitor();
  return (
    <aside className="practice-rooms" aria-labelledby="practice-rooms">
      <h3 id="practice-rooms">{t('ui.practice.rooms')}</h3>
      <p className="hint">{t('ui.practice.roomsAbout')}</p>
      <div className="actions">
        {!isVisitor && (
          <Link className="button button-small" href={paths.classroom}>
            {t('ui.practice.openRoom')}
          </Link>
        )}
        <Link className="button button-small" href={paths.room}>
          {t('ui.practice.joinRoom')}
        </Link>
      </div>
    </aside>
  );
}
