import { useEffect, useState } from 'react';
import { fetchWhole } from '../i18n/lazy-part';
import { ruleName } from '../i18n/rule-name';
import type { PushedIncident } from './incidents.operations';
import { useOpenIncidents } from './use-open-incidents';

/** Describes what an incident is about, without its host and time: `CPU acima de 90%`. */
export type IncidentWords = (incident: PushedIncident) => string;

/** Fetches the words of conditions, which only pages with incidents need. */
export type FetchIncidentWords = () => Promise<{
  readonly default: IncidentWords;
  readonly messages: Promise<unknown>;
}>;

const nameOfRule: IncidentWords = ({ ruleName: name }) => ruleName(name);

/** Returns the words for incidents. Until there is an incident and they are fetched, it is called by its rule's name. */
export function useIncidentWords(fetchWords: FetchIncidentWords): IncidentWords {
  const [words, setWords] = useState<IncidentWords>(() => nameOfRule);
  const isNeeded = (useOpenIncidents()?.incidents.length ?? 0) > 0;
  useEffect(() => {
    if (!isNeeded) return;
    fetchWhole(fetchWords)
      .then(({ default: fetched }) => setWords(() => fetched))
      .catch(() => {});
  }, [isNeeded, fetchWords]);
  return words;
}
