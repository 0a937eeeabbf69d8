import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { keepWhatWasTyped } from '../../lib/session/go-to-login';

interface LinkFromHereProps {
  /** Returns the target for the current URL. */
  addressOf(): string;
  className?: string;
  lang?: string;
  children: ReactNode;
}

/** A link to a server page that leads back to the current URL, which may change at any time. */
export function LinkFromHere({ addressOf, className, lang, children }: LinkFromHereProps) {
  useLocation();
  useSearch();
  return (
    <a
      className={className}
      href={addressOf()}
      lang={lang}
      hrefLang={lang}
      onClick={({ currentTarget }) => {
        // The page may not have put the latest input into the URL yet.
        keepWhatWasTyped();
        currentTarget.href = addressOf();
      }}
    >
      {children}
    </a>
  );
}
