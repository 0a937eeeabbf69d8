import { type FormEvent, useId } from 'react';
import { Choice } from '../../../components/forms/choice';
import { ScrollArea } from '../../../components/layout/scroll-area';
import { Section } from '../../../components/layout/section';
import { Prose } from '../../../components/prose';
import { Notice } from '../../../components/status/notice';
import { useDraft } from '../../../lib/forms/use-draft';
import { findFaults, overallFailure, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { usePreview } from './use-preview';
import { ABOUT_VERSIONS, CreateVersion, type EditedVersion, UpdateVersion } from './versions.operations';

interface VersionEditorProps {
  /** The version to edit; if omitted, a new one is created. */
  version?: EditedVersion;
  onClose(): void;
}

/** Editor for a version's text, with a preview beside it. Typed text survives a reload and a login. */
export function VersionEditor({ version, onClose }: VersionEditorProps) {
  const name = version ? `terms.${version.version}` : 'terms.new';
  const initial = { content: version?.content ?? '', active: 'yes', seenUpdatedAt: version?.updatedAt ?? '' };
  const { values, set, restored, forget } = useDraft(name, initial, { long: true });
  const create = useAction(CreateVersion, ABOUT_VERSIONS);
  const update = useAction(UpdateVersion, ABOUT_VERSIONS);
  const { progress } = version ? update : create;
  const preview = usePreview(values.content);
  const conflict = findFaults(progress, 'seenUpdatedAt');
  const failure = overallFailure(progress) ?? (conflict.length > 0 ? conflict.join(' ') : undefined);

  const close = () => {
    forget();
    onClose();
  };
  const save = async (seen: string | null) => {
    const { content } = values;
    const saved = version
      ? await update.run({ version: version.version, content, seenUpdatedAt: seen })
      : await create.run({ content, isActive: values.active === 'yes' });
    if (saved) close();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save(values.seenUpdatedAt);
  };
  return (
    <Section title={version ? t('ui.versions.editThis', { version: version.version }) : t('ui.versions.newTitle')}>
      <form className="form" onSubmit={send} noValidate>
        {restored && progress.state === 'resting' && <Notice>{t('ui.versions.restored')}</Notice>}
        <div className="terms-editor">
          <ContentField
            value={values.content}
            faults={findFaults(progress, 'content')}
            onChange={(content) => set({ content })}
          />
          <PreviewPane {...preview} />
        </div>
        {!version && (
          <Choice
            legend={t('ui.versions.when')}
            options={[
              { value: 'yes', label: t('ui.versions.showAtOnce') },
              { value: 'no', label: t('ui.versions.keepInactive') },
            ]}
            value={values.active}
            onChoose={(active) => set({ active })}
          />
        )}
        <p className="terms-consequence">
          {t(describeConsequence(version, values.active))} {version && t('ui.versions.kept')}
        </p>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <div className="actions">
          <button className="button button-primary" type="submit" aria-disabled={progress.state === 'busy'}>
            {t('ui.versions.save')}
          </button>
          {conflict.length > 0 && (
            <button className="button" type="button" onClick={() => save(null)}>
              {t('ui.versions.saveAnyway')}
            </button>
          )}
          <button className="button" type="button" onClick={close}>
            {t('ui.versions.discard')}
          </button>
        </div>
      </form>
    </Section>
  );
}

function describeConsequence(version: EditedVersion | undefined, active: string) {
  if (version) return version.isShown ? 'ui.versions.editShown' : 'ui.versions.editHidden';
  return active === 'yes' ? 'ui.versions.newShown' : 'ui.versions.newInactive';
}

interface ContentFieldProps {
  value: string;
  faults: readonly string[];
  onChange(value: string): void;
}

function ContentField({ value, faults, onChange }: ContentFieldProps) {
  const id = useId();
  const wrong = faults.length > 0;
  return (
    <div className="field">
      <label htmlFor={id}>{t('ui.versions.content')}</label>
      <textarea
        id={id}
        name="content"
        required
        value={value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error ${id}-hint` : `${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {t('ui.versions.contentHint', { count: [...value].length })}
      </p>
      {wrong && (
        <p className="error" id={`${id}-error`}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  );
}

function PreviewPane({ html, fault }: ReturnType<typeof usePreview>) {
  return (
    <div className="terms-preview">
      <h3>{t('ui.versions.preview')}</h3>
      <ScrollArea label={t('ui.versions.preview')}>
        <div className="terms-preview-text">
          {fault && <p className="error">{fault}</p>}
          {html === '' ? <p className="hint">{t('ui.versions.previewEmpty')}</p> : <Prose html={html} />}
        </div>
      </ScrollArea>
    </div>
  );
}
