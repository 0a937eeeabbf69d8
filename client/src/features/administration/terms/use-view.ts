import { useLocation, useSearch } from 'wouter';

/** What the section shows: its address says so, which a reload and a login keep. */
export type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly version: string }
  | { readonly kind: 'compare'; readonly to: string; readonly from: string | null };

const NEW = 'nova';

/** The view that the address names, and the way to another. */
export function useView(): [view: View, show: (view: View) => void] {
  const parameters = new URLSearchParams(useSearch());
  const [path, go] = useLocation();
  const show = (view: View) => {
    const next = new URLSearchParams([['parte', parameters.get('parte') ?? ''], ...wordsOf(view)]);
    go(`${path}?${next}`);
  };
  return [viewOf(parameters), show];
}

function viewOf(parameters: URLSearchParams): View {
  const [edited, compared] = [parameters.get('editar'), parameters.get('comparar')];
  if (edited === NEW) return { kind: 'create' };
  if (edited !== null) return { kind: 'edit', version: edited };
  if (compared !== null) return { kind: 'compare', to: compared, from: parameters.get('com') };
  return { kind: 'list' };
}

function wordsOf(view: View): [string, string][] {
  if (view.kind === 'create') return [['editar', NEW]];
  if (view.kind === 'edit') return [['editar', view.version]];
  if (view.kind === 'list') return [];
  return [['comparar', view.to], ...(view.from === null ? [] : [['com', view.from] as [string, string]])];
}
