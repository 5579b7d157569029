import { lazy, Suspense, useState } from 'react'
import { codeOf, useChange } from '../../service/api.ts'
import { toastDone, toastFailure } from '../toasts/toasts.tsx'
import { needsDialog } from './completing.rules.ts'
import type { Obligation } from './obligation-words.rules.ts'
import { OBLIGATIONS, useUndoCompletion } from './undo-completion.ts'

const CompleteDialog = lazy(() =>
  import('./complete-dialog.tsx').then((m) => ({ default: m.CompleteDialog })),
)

/**
 * Completes an obligation at once, with an undo. A dialog asks only if there is something to give: a document, or the
 * approval of what was submitted. If it turns out that more is missing, such as a part, the dialog is offered.
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
          if (!isAsked) return toastFailure(error)
          // An answer opens no dialog: whoever asked may be typing elsewhere by now.
          const more = { label: 'See what is missing', act: () => setAsking(true) }
          toastFailure(new Error(`“${title}” cannot be completed yet.`), more)
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
