import { useAddress } from '../parts/address';

/** View of the section, kept in the URL so that it survives a reload and a login. */
export type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'create' }
  | { readonly kind: 'edit'; readonly version: string }
  | { readonly kind: 'compare'; readonly to: string; readonly from: string | null };

const NEW = 'nova';

/** Returns the view that the URL names, and a function for switching views. */
export function useView(): [view: View, show: (view: View) => void] {
  const { words, go } = useAddress();
  const show = (view: View) => go([['parte', words.get('parte') ?? ''], ...wordsOf(view)]);
  return [parseView(words), show];
}

function parseView(parameters: URLSearchParams): View {
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
