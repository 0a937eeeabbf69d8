import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Choice } from '../../../components/forms/choice';
import { SelectField } from '../../../components/forms/select-field';
import { useAction } from '../../../lib/graphql/use-action';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import { DeleteLesson, DeletePupil, DeleteSchoolClass, type SchoolClass } from './class.operations';

interface DeleteDialogProps {
  schoolClass: SchoolClass;
  /** Nicknames that the page shows, in its order. */
  nicknames: readonly string[];
  /** Called when something was deleted; `isAll` if it was the whole class. */
  onDone(isAll: boolean): void;
  onClose(): void;
}

type Subject = 'pupil' | 'lesson' | 'class';

/** Asks what to delete of a class: the results of a pupil, those of a lesson, or all. */
export function DeleteDialog({ schoolClass: { id, name, lessons }, nicknames, onDone, onClose }: DeleteDialogProps) {
  const [subject, setSubject] = useState<Subject>(nicknames.length > 0 ? 'pupil' : 'class');
  const [nickname, setNickname] = useState(nicknames[0] ?? '');
  const [lesson, setLesson] = useState(lessons[0]?.id ?? '');
  const deletePupil = useAction(DeletePupil);
  const deleteLesson = useAction(DeleteLesson);
  const deleteSchoolClass = useAction(DeleteSchoolClass);
  const remove = async () => {
    const deleted =
      subject === 'pupil'
        ? await deletePupil.run({ class: id, nickname })
        : subject === 'lesson'
          ? await deleteLesson.run({ lesson })
          : await deleteSchoolClass.run({ class: id });
    if (deleted) onDone(subject === 'class' || (subject === 'lesson' && lessons.length === 1));
  };
  const subjects: { value: Subject; label: string }[] = [
    ...(nicknames.length > 0 ? [{ value: 'pupil' as const, label: t('ui.schoolClass.ofPupil') }] : []),
    { value: 'lesson', label: t('ui.schoolClass.ofLesson') },
    { value: 'class', label: t('ui.schoolClass.ofClass') },
  ];
  const { progress } = { pupil: deletePupil, lesson: deleteLesson, class: deleteSchoolClass }[subject];
  return (
    <ConfirmationDialog
      title={t('ui.schoolClass.forgetAsk', { name })}
      text={t('ui.schoolClass.forgetText')}
      action={t('ui.schoolClass.forget')}
      progress={progress}
      onDo={remove}
      onClose={onClose}
    >
      <Choice
        legend={t('ui.schoolClass.forgetSubject')}
        options={subjects}
        value={subject}
        onChoose={(chosen) => setSubject(chosen)}
      />
      {subject === 'pupil' && (
        <SelectField
          label={t('ui.schoolClass.nickname')}
          name="nickname"
          value={nickname}
          options={nicknames.map((value) => ({ value, label: value }))}
          onChange={setNickname}
        />
      )}
      {subject === 'lesson' && (
        <SelectField
          label={t('ui.schoolClass.lesson')}
          name="lesson"
          value={lesson}
          options={lessons.map((one) => ({ value: one.id, label: formatTimestamp(new Date(one.heldAt)) }))}
          onChange={setLesson}
        />
      )}
      {subject === 'class' && <p>{t('ui.schoolClass.ofClassAbout')}</p>}
    </ConfirmationDialog>
  );
}
