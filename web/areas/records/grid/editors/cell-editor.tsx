import { type ClipboardEvent, Suspense, useEffect, useState } from 'react'
import { type Input, inputOf } from '../../../../../shared/column-types.ts'
import { later } from '../../../../service/parts.ts'
import { isTyped } from '../../cells/cell-parse.rules.ts'
import classes from '../../list/grid.module.css'
import type { Column } from '../../list/types.ts'
import { type Clip, isBlock } from '../clipboard/clipboard.rules.ts'
import { loadFill, loadFit, loadPaste } from '../clipboard/parts.ts'
import { clipIn } from '../clipboard/use-clipboard.ts'
import type { Layout } from '../layout/laid-out.ts'
import { ROW_HEIGHT } from '../layout/rows-in-view.rules.ts'
import type { Editing, GridModel } from '../model/model.ts'
import type { EditorProps } from './editor.ts'
import { TextEditor } from './text-editor.tsx'
import { HeldKeys } from './type-ahead.ts'

const date = () => import('./date-editor.tsx')
const file = () => import('./file-editor.tsx')
const link = () => import('./link-editor.tsx')
const option = () => import('./option-editor.tsx')
const person = () => import('./person-editor.tsx')
const DateEditor = later(() => date().then((m) => m.DateEditor))
const FileEditor = later(() => file().then((m) => m.FileEditor))
const LinkEditor = later(() => link().then((m) => m.LinkEditor))
const OptionEditor = later(() => option().then((m) => m.OptionEditor))
const PersonEditor = later(() => person().then((m) => m.PersonEditor))

const offer = () => import('../clipboard/paste-offer.tsx')
const PasteOffer = later(() => offer().then((m) => m.PasteOffer))

const loads: Partial<Record<Input, () => Promise<unknown>>> = {
  day: date,
  time: date,
  files: file,
  rows: link,
  person,
  option,
  options: option,
}
/** How long the grid waits after it is shown before it loads the editors it may need. */
const QUIET_MS = 1_500

/**
 * Loads the heavier editors of these columns, and pasting, before somebody needs them.
 *
 * @returns whether the grid has been shown for a moment, so that more can be loaded.
 */
export function useEditorsSoon(layout: Layout): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(true)
      const inputs = new Set(layout.columns.map(({ column }) => inputOf(column.type)))
      const parts = [loadPaste, loadFill, loadFit, offer]
      for (const load of [...parts, ...[...inputs].map((input) => loads[input])]) {
        load?.().catch(() => {})
      }
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [layout])
  return isSettled
}

function editorOf({ type }: Column) {
  switch (inputOf(type)) {
    case 'day':
    case 'time':
      return DateEditor
    case 'files':
      return FileEditor
    case 'rows':
      return LinkEditor
    case 'option':
    case 'options':
      return OptionEditor
    case 'person':
      return PersonEditor
    case 'line':
    case 'lines':
    case 'number':
    case 'tick':
    case 'email':
    case 'phone':
    case 'url':
    case 'none':
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
  /** Pastes into cells from this one on, instead of into its text. */
  onPasteRows: (clip: Clip) => void
}

const intoView = (editor: HTMLElement | null): void =>
  editor?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The editor of a cell's type, over the cell. */
export function CellEditor(given: Props) {
  const { model, layout, shift, editing, place, onPasteRows, ...props } = given
  const [pasted, setPasted] = useState<Clip | null>(null)
  const { column, left, width, frozen } = layout.columns[editing.column]!
  const Editor = editorOf(column)
  const top = model.lines.current.lineOf(place) * ROW_HEIGHT + shift
  const wide = inputOf(column.type) === 'lines' ? Math.max(width, 320) : width
  const onPaste = (event: ClipboardEvent) => {
    const clip = clipIn(event.clipboardData)
    // Lines without columns are as likely to be one long text.
    if (!isBlock(clip) || (inputOf(column.type) === 'lines' && !clip.text.includes('\t'))) return
    event.preventDefault()
    // A chosen value has one line, and nothing would be lost in a row that is still blank.
    const field = event.target as HTMLInputElement | HTMLTextAreaElement
    const isNothing = field.value === '' && model.source.news.isBlank(editing.rowId)
    if (Editor !== TextEditor || isNothing) return onPasteRows(clip)
    const isOneLine = field instanceof HTMLInputElement
    const text = isOneLine ? clip.text.trim().replace(/\s*[\r\n\t]+\s*/g, ' ') : clip.text
    // As if it were typed, so that the browser's own undo takes it back.
    document.execCommand('insertText', false, text)
    setPasted(clip)
  }
  return (
    <div role="row" aria-rowindex={place + 2}>
      <div
        role="gridcell"
        aria-colindex={editing.column + 2}
        className={classes.editor}
        // It may be wider than its column, and begin near the edge.
        ref={intoView}
        onPaste={onPaste}
        onInput={(event) => {
          if (isTyped(column)) model.typing.current = (event.target as HTMLInputElement).value
        }}
        style={{ top, left, width: wide + 1, scrollMarginLeft: frozen ? 0 : layout.frozenWidth }}
      >
        <Suspense>
          <Editor
            key={`${editing.rowId} ${column.key}`}
            column={column}
            typed={editing.typed}
            problem={editing.problem}
            {...props}
          />
          <HeldKeys held={model.held} />
        </Suspense>
        <Suspense>
          {pasted && <PasteOffer clip={pasted} onRows={() => onPasteRows(pasted)} />}
        </Suspense>
      </div>
    </div>
  )
}
