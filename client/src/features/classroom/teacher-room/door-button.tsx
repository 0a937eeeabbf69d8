import { Notice } from '../../../components/status/notice';
import { overallFailure, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { SetRoomDoor } from '../classroom.operations';

/** Closes the room to newcomers or opens it again. */
export function DoorButton({ code, isOpen }: { code: string; isOpen: boolean }) {
  const { progress, run } = useAction(SetRoomDoor);
  const failure = overallFailure(progress);
  return (
    <>
      <button
        className="button"
        type="button"
        aria-disabled={progress.state === 'busy'}
        onClick={() => void run({ room: code, isOpen: !isOpen })}
      >
        {t(isOpen ? 'ui.classroom.closeDoor' : 'ui.classroom.openDoor')}
      </button>
      {failure && <Notice tone="bad">{failure}</Notice>}
    </>
  );
}
