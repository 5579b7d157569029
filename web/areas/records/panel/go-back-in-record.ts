import type { KeyboardEvent } from 'react'
import { goBackByKey } from '../grid/model/go-back.ts'
import { modelOf } from '../grid/model/models.ts'
import type { Definition } from '../list/types.ts'

/** Ctrl+Z in a record undoes what was done last on its board or page, and Ctrl+Y does it again. */
export function goBackInRecord(event: KeyboardEvent, { key }: Definition, rowId: string): void {
  const model = modelOf(key)
  const drawn = () => {
    const row = model.source.saved(rowId)
    return row && model.source.drafts.shown(row).cells
  }
  void goBackByKey(event, model, drawn)
}
