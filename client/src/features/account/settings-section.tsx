import type { ReactNode } from 'react';

interface SettingsSectionProps {
  /** Used for the `#id` fragment and for the heading. */
  id: string;
  title: string;
  about: string;
  children: ReactNode;
}

/** A part of the account page: its description beside its controls. */
export function SettingsSection({ id, title, about, children }: SettingsSectionProps) {
  return (
    <section className="settings-section" id={id} aria-labelledby={`${id}-title`}>
      <div className="settings-about">
        <h2 id={`${id}-title`}>{title}</h2>
        <p className="hint">{about}</p>
      </div>
      <div className="settings-body">{children}</div>
    </section>
  );
}
