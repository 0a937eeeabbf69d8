import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { keepWhatWasTyped } from '../../lib/session/go-to-login';

interface LinkFromHereProps {
  /** Where it leads, by the present address. */
  addressOf(): string;
  className?: string;
  /** The language that it leads to. */
  lang?: string;
  children: ReactNode;
}

/** A link to a page of the server that leads back to the present address, which may change at any time. */
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
        // A page may owe its address what was typed last.
        keepWhatWasTyped();
        currentTarget.href = addressOf();
      }}
    >
      {children}
    </a>
  );
}
