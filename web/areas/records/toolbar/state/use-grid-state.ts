import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useMemo, useRef } from 'react'
import { useAnswer } from '../../../../service/api.ts'
import { useSearchState } from '../../../../ui/links/use-search.ts'
import { plainState } from '../../list/plain-state.rules.ts'
import type { Definition, GridState } from '../../list/types.ts'
import {
  type AskedParts,
  askedOf,
  isChanged,
  isPartial,
  type Kept,
  type SavedView,
  stateOf,
} from './grid-state.rules.ts'

export type RecordsSearch = AskedParts & { view?: string; row?: string }

export interface GridView {
  state: GridState
  /** The same function as long as the page is open. */
  onState: (change: Partial<GridState>) => void
  views: SavedView[]
  /** The saved view that is open. */
  view: SavedView | null
  /** Whether the state differs from the view's. */
  changed: boolean
  /** Whether parts of the URL are left out because they name deleted columns. */
  partial: boolean
  openView: (id: string | null) => void
  /** False until the view that the URL names is loaded. */
  ready: boolean
}

/** Asks for all saved views of a board or page. */
export const viewsOf = (key: string) => ({ params: { key }, query: { limit: 1000 } })

const nothingKept: Kept = { widths: {}, frozen: plainState.frozen, totals: {} }

/** The state of a grid: shareable parts in the URL and in saved views, the rest in this browser. */
export function useGridState(definition: Definition): GridView {
  const [search, change] = useSearchState<Record<string, never> & RecordsSearch>()
  const { data, isError } = useAnswer('definitions.listViews', viewsOf(definition.key))
  const [kept, setKept] = useLocalStorage<Kept>({
    key: `sourcebook-columns:${definition.id}`,
    defaultValue: nothingKept,
    getInitialValueInEffect: false,
  })
  const views = data?.data ?? []
  const view = views.find(({ id }) => id === search.view) ?? null
  const { kind, filter, sort, group, search: words, fields, frozen, totals } = search
  const asked = useMemo<AskedParts>(
    () => ({ kind, filter, sort, group, search: words, fields, frozen, totals }),
    [kind, filter, sort, group, words, fields, frozen, totals],
  )
  const state = useMemo(
    () => stateOf(definition, asked, view, { ...nothingKept, ...kept }),
    [definition, asked, view, kept],
  )

  // Several changes may happen before the URL has the first.
  const latest = useRef({ state, definition, view })
  latest.current = { state, definition, view }
  const onState = useCallback(
    (part: Partial<GridState>) => {
      const now = latest.current
      now.state = { ...now.state, ...part }
      const { widths, frozen, totals } = now.state
      // A view keeps the others itself.
      if ('widths' in part || 'frozen' in part || 'totals' in part) {
        setKept((before) => (now.view ? { ...before, widths } : { widths, frozen, totals }))
      }
      if (Object.keys(part).some((name) => name !== 'widths')) {
        change(askedOf(now.definition, now.state, now.view) as never, { scrolls: true })
      }
    },
    [change, setKept],
  )
  const openView = (id: string | null) => {
    const none = { filter: undefined, sort: undefined, group: undefined, search: undefined }
    change(
      {
        ...none,
        kind: undefined,
        fields: undefined,
        frozen: undefined,
        totals: undefined,
        view: id ?? undefined,
      } as never,
      { push: true, scrolls: true },
    )
  }
  const ready = search.view === undefined || data !== undefined || isError
  const partial = isPartial(definition, asked)
  return { state, onState, views, view, changed: isChanged(asked), partial, openView, ready }
}
