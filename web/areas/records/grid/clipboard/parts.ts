import { toastFailure } from '../../../../ui/toasts/toasts.tsx'

/** Parts that are loaded when the grid has been shown for a moment, or by the first use. */
export const loadPaste = () => import('./paste-actions.ts')
export const loadFill = () => import('./fill-actions.ts')
export const loadFit = () => import('../layout/fit-column.ts')

/** Does something with such a part. */
export async function withPart<M>(
  load: () => Promise<M>,
  work: (part: M) => unknown,
): Promise<void> {
  const part = await load().catch(() => undefined)
  if (part) await work(part)
  else {
    const message = 'A part of the app could not be loaded. Reload the page and try again.'
    toastFailure(new Error(message))
  }
}
