import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../lib/graphql/describe-failure';
import { PreviewQuery } from './versions.operations';

/** Pause in typing before a preview is fetched; the server allows 60 a minute. */
const PAUSE_MS = 700;

/** The last successful preview, and the errors in the latest text. */
interface Preview {
  readonly html: string;
  readonly fault: string | null;
}

const NOTHING: Preview = { html: '', fault: null };

/** Fetches a preview whenever typing pauses. */
export function usePreview(content: string): Preview {
  const client = useClient();
  const [preview, setPreview] = useState(NOTHING);
  const blank = content.trim() === '';
  useEffect(() => {
    if (blank) return;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await client.query(PreviewQuery, { content }, { requestPolicy: 'network-only' });
      if (!current) return;
      const { data, error } = answer;
      setPreview((before) => ({ html: data?.previewTerms ?? before.html, fault: error ? findFault(error) : null }));
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, content, blank]);
  return blank ? NOTHING : preview;
}

function findFault(error: Parameters<typeof describeFailure>[0]): string {
  const { text, fields } = describeFailure(error);
  return fields.content?.join(' ') ?? text;
}
