import type { KeyboardEvent } from 'react'
import { takesText } from '../../../../ui/focus/typing.ts'
import { toastDone } from '../../../../ui/toasts/toasts.tsx'
import { isSame } from '../rows/live.rules.ts'
import { allWentBack, PASTE } from '../rows/report.rules.ts'
import { commandOf } from '../selection/keys.rules.ts'
import type { Selection } from '../selection/selection.rules.ts'
import type { GridModel } from './model.ts'

/**
 * Undoes what was done last on a board or page, in whichever view. The report of a paste goes with it.
 *
 * @returns its name; `undefined` if there is nothing to undo.
 */
export function undo({ edits, report, selection, undonePastes }: GridModel): string | undefined {
  const pasted = { report: report.get(), selection: selection.get() }
  const label = edits.undo()
  if (label === PASTE) {
    undonePastes.push(pasted)
    report.set(null)
  }
  return label
}

/**
 * Does again what was undone last.
 *
 * @param select goes to where a paste goes in again.
 */
export function redo(
  { edits, report, selection, undonePastes }: GridModel,
  select: (at: Selection) => void = selection.set,
): string | undefined {
  const label = edits.redo()
  const pasted = label === PASTE ? undonePastes.pop() : undefined
  if (pasted) {
    report.set(pasted.report)
    select(pasted.selection)
  }
  return label
}

/**
 * Outside the grid: Ctrl+Z undoes what was done last, and Ctrl+Y or Ctrl+Shift+Z does it again. Where text is typed,
 * these keys are the text's own. If nothing that is drawn here shows what was undone, a toast says it.
 *
 * @param drawn what is drawn here.
 * @returns whether something has changed that is not drawn here, once the service has answered.
 */
export async function goBackByKey(
  event: KeyboardEvent,
  model: GridModel,
  drawn: () => unknown,
): Promise<boolean> {
  const does = commandOf(event)?.do
  if (does !== 'undo' && does !== 'redo') return false
  const { target, currentTarget } = event
  if (takesText(target as Element) || !currentTarget.contains(target as Node)) return false
  event.preventDefault()
  const before = drawn()
  const label = does === 'undo' ? undo(model) : redo(model)
  if (label === undefined || !isSame(before, drawn())) return false
  await model.edits.settled()
  const words = model.edits.message.get()
  // Anything less is in a toast already.
  if (words === allWentBack({ verb: does === 'undo' ? 'Undone' : 'Redone', label }))
    toastDone(words)
  return true
}
