import { lazy, type ReactNode, Suspense, useState } from 'react'
import { soonPart } from '../../../service/parts.ts'
import type { ColumnDraft } from '../../../ui/columns/column-draft.rules.ts'
import { orderedColumns } from '../../../ui/columns/column-order.rules.ts'
import { useColumnRemoval } from '../../../ui/columns/use-column-removal.ts'
import { IconPlus } from '../../../ui/icons/icons.ts'
import type { Column, Definition, GridState, Row } from '../list/types.ts'
import { useOpener } from '../toolbar/tools/use-opener.ts'

// The menu suspends while its items load.
export const ColumnMenu = soonPart(() => import('./column-menu.tsx').then((m) => m.ColumnMenu))
const AddColumn = lazy(() => import('./add-column.tsx').then((m) => ({ default: m.AddColumn })))
const ColumnDialog = lazy(() =>
  import('../../../ui/columns/column-dialog.tsx').then((m) => ({ default: m.ColumnDialog })),
)
const TypeDialog = lazy(() =>
  import('../../../ui/columns/type-dialog.tsx').then((m) => ({ default: m.TypeDialog })),
)

interface Options {
  definition: Definition
  state: GridState
  onState: (change: Partial<GridState>) => void
}

interface ColumnDialogs {
  /** For the grid's header: the items of a column's menu. */
  menu: (column: Column, row: Row | undefined) => ReactNode
  add: () => void
  /** The button after the last column, with the panel it opens. */
  addButton: ReactNode
  /** Rendered beside the grid, because what the menu opens outlives the menu. */
  dialogs: ReactNode
}

type Opened = { what: 'add'; draft: ColumnDraft } | { what: 'edit' | 'retype'; column: Column }

/** Everything the grid's header can do with columns. */
export function useColumnDialogs({ definition, state, onState }: Options): ColumnDialogs {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { wasOpened, opener, button: props } = useOpener()
  const remove = useColumnRemoval(definition.key)
  const close = () => setOpened(null)
  // Even if columns are hidden or ordered by hand, the new one appears at the end.
  const show = (key: string) => {
    if (state.order.length === 0 && state.hidden.length === 0) return
    const order = orderedColumns(definition.columns, state.order).map((column) => column.key)
    onState({ order: [...order, key] })
  }
  const button = (
    <button
      type="button"
      {...props}
      aria-haspopup="dialog"
      aria-label="Add column"
      title="Add column"
    >
      <IconPlus size={16} aria-hidden />
    </button>
  )
  return {
    menu: (column, row) => (
      <ColumnMenu
        definition={definition}
        column={column}
        row={row}
        state={state}
        onState={onState}
        onEdit={() => setOpened({ what: 'edit', column })}
        onRetype={() => setOpened({ what: 'retype', column })}
        onRemove={() => remove(column)}
      />
    ),
    add: () => opener.onChange(true),
    addButton: wasOpened ? (
      <Suspense fallback={button}>
        <AddColumn
          definition={definition}
          opener={opener}
          button={button}
          onAdded={show}
          onMore={(draft) => setOpened({ what: 'add', draft })}
        />
      </Suspense>
    ) : (
      button
    ),
    dialogs: (
      <Suspense>
        {opened?.what === 'add' && (
          <ColumnDialog
            definition={definition}
            column={null}
            draft={opened.draft}
            onAdded={show}
            onClose={close}
          />
        )}
        {opened?.what === 'edit' && (
          <ColumnDialog definition={definition} column={opened.column} onClose={close} />
        )}
        {opened?.what === 'retype' && (
          <TypeDialog definition={definition} column={opened.column} onClose={close} />
        )}
      </Suspense>
    ),
  }
}
