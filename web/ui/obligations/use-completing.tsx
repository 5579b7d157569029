import { lazy, Suspense, useState } from 'react'
import { codeOf, useChange } from '../../api.ts'
import { isTyping } from '../focus/typing.ts'
import { toastDone, toastFailure } from '../toasts/toasts.tsx'
import { needsDialog } from './completing.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'
import { OBLIGATIONS, useUndoCompletion } from './undo-completion.ts'

const CompleteDialog = lazy(() =>
  import('./complete-dialog.tsx').then((m) => ({ default: m.CompleteDialog })),
)

/**
 * Completes an obligation at once, with an undo. A dialog asks only if there is something to give: a document, the
 * approval of what was submitted, or parts that are still open.
 */
export function useCompleting(obligation: Obligation) {
  const { id, title } = obligation
  const [isAsking, setAsking] = useState(false)
  const undo = useUndoCompletion()
  const completing = useChange('obligations.complete', {
    outdates: OBLIGATIONS,
    shown: true,
    // It may be one tick in a list that is left.
    stays: true,
    onDone: () => toastDone(`Completed “${title}”`, () => undo(id)),
  })
  const complete = () => {
    if (needsDialog(obligation)) return setAsking(true)
    completing.mutate(
      { params: { id }, body: {} },
      {
        onError: (error) => {
          const code = codeOf(error)
          const isAsked = code === 'children_open' || code === 'document_required'
          // A dialog would take the keys of whoever types elsewhere by now.
          if (isAsked && !isTyping()) setAsking(true)
          else toastFailure(error)
        },
      },
    )
  }
  return {
    complete,
    isRunning: completing.isPending,
    /** To be drawn beside the button. */
    dialog: isAsking && (
      <Suspense>
        <CompleteDialog obligation={obligation} onClose={() => setAsking(false)} />
      </Suspense>
    ),
  }
}
