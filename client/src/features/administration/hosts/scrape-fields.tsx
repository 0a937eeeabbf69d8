import { useId, useState } from 'react';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { Notice } from '../../../components/status/notice';
import { findFaults, overallFailure, type Progress, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { type AdministeredHost, type Preview, ScrapePreview } from './hosts.operations';
import { PreviewedHost } from './previewed-host';
import { credentialsOf, keepsSecret, type Login, type ScrapeForm, scrapeFormOf } from './scrape-form';

const URL_EXAMPLE = 'http://web-1:9100/metrics';
const PEM_EXAMPLE = '-----BEGIN CERTIFICATE-----';

interface ScrapeFieldsProps {
  form: ScrapeForm;
  set(changes: Partial<ScrapeForm>): void;
  /** Outcome of the last submission. */
  progress: Progress;
  /** The host that is read already; its present secrets are used where none are typed. */
  host?: AdministeredHost;
}

/** Address of an exporter, how often and with which credentials it is read, and what it would tell. */
export function ScrapeFields({ form, set, progress, host }: ScrapeFieldsProps) {
  const present = host && scrapeFormOf(host);
  const { preview, previewProgress, look } = usePreview(form, host?.id, present);
  const faultsOf = (field: string) =>
    [...findFaults(progress, field), ...findFaults(previewProgress, field)].slice(0, 1);
  const failure = overallFailure(previewProgress);
  const secretHint = keepsSecret(form, present) ? { hint: t('ui.machines.keptSecret') } : {};
  return (
    <>
      <Field
        label={t('ui.machines.url')}
        hint={t('ui.machines.urlHint')}
        name="scrape-url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={URL_EXAMPLE}
        value={form.url}
        faults={faultsOf('url')}
        onChange={({ target }) => set({ url: target.value })}
      />
      <Field
        label={t('ui.machines.interval')}
        hint={t('ui.machines.intervalHint')}
        name="scrape-interval"
        type="number"
        min={5}
        max={300}
        value={form.intervalSeconds}
        faults={faultsOf('intervalSeconds')}
        onChange={({ target }) => set({ intervalSeconds: target.value })}
      />
      <div className="scrape-login">
        <Choice<Login>
          legend={t('ui.machines.login')}
          value={form.login}
          options={[
            { value: 'none', label: t('ui.machines.loginNone') },
            { value: 'basic', label: t('ui.machines.loginBasic') },
            { value: 'bearer', label: t('ui.machines.loginBearer') },
          ]}
          onChoose={(login) => set({ login })}
        />
        {form.login === 'basic' && (
          <>
            <Field
              label={t('ui.machines.username')}
              name="scrape-username"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={form.username}
              faults={faultsOf('basicAuth')}
              onChange={({ target }) => set({ username: target.value })}
            />
            <Field
              label={t('ui.machines.password')}
              name="scrape-password"
              type="password"
              autoComplete="new-password"
              value={form.password}
              onChange={({ target }) => set({ password: target.value })}
              {...secretHint}
            />
          </>
        )}
        {form.login === 'bearer' && (
          <Field
            label={t('ui.machines.bearerToken')}
            name="scrape-token"
            type="password"
            autoComplete="off"
            value={form.bearerToken}
            faults={faultsOf('bearerToken')}
            onChange={({ target }) => set({ bearerToken: target.value })}
            {...secretHint}
          />
        )}
        {form.url.trim().startsWith('https:') && (
          <CertificateField
            value={form.caCertificate}
            faults={faultsOf('caCertificate')}
            onChange={(caCertificate) => set({ caCertificate })}
          />
        )}
      </div>
      <div className="scrape-preview">
        <button
          className="button"
          type="button"
          aria-disabled={form.url.trim() === '' || previewProgress.state === 'busy'}
          onClick={() => form.url.trim() !== '' && look()}
        >
          {t(previewProgress.state === 'busy' ? 'ui.machines.previewing' : 'ui.machines.preview')}
        </button>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {preview && <PreviewedHost preview={preview} />}
      </div>
    </>
  );
}

/** Asks for what the typed address tells; the answer goes when something else is typed. */
function usePreview(form: ScrapeForm, host: string | undefined, present: ScrapeForm | undefined) {
  const { progress: previewProgress, run } = useAction(ScrapePreview);
  const [seen, setSeen] = useState<{ of: ScrapeForm; preview: Preview }>();
  const look = async () => {
    const answer = await run({ url: form.url.trim(), ...credentialsOf(form, present), host: host ?? null });
    if (answer) setSeen({ of: form, preview: answer.scrapePreview });
  };
  return { preview: seen?.of === form ? seen.preview : undefined, previewProgress, look: () => void look() };
}

interface CertificateFieldProps {
  value: string;
  faults: readonly string[];
  onChange(value: string): void;
}

function CertificateField({ value, faults, onChange }: CertificateFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('ui.machines.caCertificate')}</label>
      <textarea
        id={id}
        name="scrape-certificate"
        rows={4}
        spellCheck={false}
        placeholder={PEM_EXAMPLE}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className={faults.length > 0 ? 'error' : 'hint'} id={`${id}-hint`}>
        {faults.length > 0 ? faults.join(' ') : t('ui.machines.caCertificateHint')}
      </p>
    </div>
  );
}
