import { Suspense, useEffect, useState } from 'react'
import { laterOr } from '../../../service/parts.ts'
import { PRINT } from '../toolbar/more/print-event.ts'
import type { Printed } from './printing.tsx'

interface Props extends Printed {
  /** How often somebody has asked to print the list. */
  asked: number
}

/** Prints the list once it is there, and what prints it. If that cannot be loaded, the page is printed as it is. */
export function ListPrinting(props: Props) {
  return (
    <Suspense>
      <Printing {...props} />
    </Suspense>
  )
}

const Printing = laterOr<Props>(
  () => import('./printing.tsx').then((m) => m.Printing),
  function PrintAsItIs({ asked }) {
    useEffect(() => {
      if (asked > 0) window.print()
    }, [asked])
    return null
  },
)

/**
 * How often somebody has asked to print a list, with the shortcut or in the menu: from the first moment of the page,
 * when neither the list nor what prints it is there yet.
 *
 * @param isShown whether the page shows a list, and not a record over it.
 */
export function useAskedToPrint(isShown: boolean): number {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!isShown) return
    const stop = new AbortController()
    const { signal } = stop
    const ask = () => setAsked((times) => times + 1)
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      if (key.toLowerCase() !== 'p' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      event.preventDefault()
      ask()
    }
    window.addEventListener('keydown', onKeyDown, { signal })
    window.addEventListener(PRINT, ask, { signal })
    return () => stop.abort()
  }, [isShown])
  return asked
}
