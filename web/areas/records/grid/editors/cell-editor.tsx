import { lazy, Suspense, useEffect } from 'react'
import classes from '../grid.module.css'
import type { Layout } from '../layout/columns.rules.ts'
import { ROW_HEIGHT } from '../layout/rows-in-view.rules.ts'
import type { Editing, GridModel } from '../model.ts'
import type { Column } from '../types.ts'
import type { EditorProps } from './editor.ts'
import { TextEditor } from './text-editor.tsx'

const date = () => import('./date-editor.tsx')
const file = () => import('./file-editor.tsx')
const link = () => import('./link-editor.tsx')
const option = () => import('./option-editor.tsx')
const person = () => import('./person-editor.tsx')
const DateEditor = lazy(() => date().then((m) => ({ default: m.DateEditor })))
const FileEditor = lazy(() => file().then((m) => ({ default: m.FileEditor })))
const LinkEditor = lazy(() => link().then((m) => ({ default: m.LinkEditor })))
const OptionEditor = lazy(() => option().then((m) => ({ default: m.OptionEditor })))
const PersonEditor = lazy(() => person().then((m) => ({ default: m.PersonEditor })))

const loads: Partial<Record<Column['type'], () => Promise<unknown>>> = {
  date,
  datetime: date,
  file,
  link,
  person,
  select: option,
  multi_select: option,
}
/** How long the grid waits after it is shown before it loads the editors it may need. */
const QUIET_MS = 1_500

/** Loads the heavier editors of these columns before somebody types into them. */
export function useEditorsSoon(layout: Layout): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { column } of layout.columns) loads[column.type]?.().catch(() => {})
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [layout])
}

function editorOf({ type }: Column) {
  switch (type) {
    case 'date':
    case 'datetime':
      return DateEditor
    case 'file':
      return FileEditor
    case 'link':
      return LinkEditor
    case 'select':
    case 'multi_select':
      return OptionEditor
    case 'person':
      return PersonEditor
    default:
      return TextEditor
  }
}

interface Props extends Omit<EditorProps, 'column' | 'typed' | 'problem'> {
  model: GridModel
  layout: Layout
  shift: number
  editing: Editing
  /** The current place of its row. */
  place: number
}

const intoView = (editor: HTMLElement | null): void =>
  editor?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The editor of a cell's type, over the cell. */
export function CellEditor({ model, layout, shift, editing, place, ...props }: Props) {
  const { column, left, width } = layout.columns[editing.column]!
  const Editor = editorOf(column)
  const top = model.lines.current.lineOf(place) * ROW_HEIGHT + shift
  const wide = column.type === 'long_text' ? Math.max(width, 320) : width
  return (
    <div role="row" aria-rowindex={place + 2}>
      <div
        role="gridcell"
        aria-colindex={editing.column + 2}
        className={classes.editor}
        // It may be wider than its column, and begin near the edge.
        ref={intoView}
        style={{ top, left, width: wide + 1 }}
      >
        <Suspense>
          <Editor
            key={`${editing.rowId} ${column.key}`}
            column={column}
            typed={editing.typed}
            problem={editing.problem}
            {...props}
          />
        </Suspense>
      </div>
    </div>
  )
}
