import { type RefObject, useEffect, useRef, useState } from 'react'

interface FormTries {
  form: RefObject<HTMLFormElement | null>
  /** That what is in the form was just tried. */
  tried: () => void
  /** What was refused at the last try, not at those before it. */
  refused: unknown
}

/**
 * What a form shows after a try that failed. The focus goes to the first field that is wrong, which may be far above the
 * button, or back to the button, which loses it while it is busy.
 */
export function useFormTries(error: unknown): FormTries {
  const form = useRef<HTMLFormElement>(null)
  const [tries, count] = useState(0)
  const [past, leave] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try leads there anew
  useEffect(() => focusIn(form.current, '[aria-invalid="true"]'), [tries])
  useEffect(() => {
    if (error && document.activeElement === document.body) focusIn(form.current, '[type="submit"]')
  }, [error])
  const tried = () => {
    leave(error)
    count((before) => before + 1)
  }
  return { form, tried, refused: error === past ? null : error }
}

const focusIn = (form: HTMLFormElement | null, selector: string) =>
  form?.querySelector<HTMLElement>(selector)?.focus()
