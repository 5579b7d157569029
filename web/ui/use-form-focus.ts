import { type RefObject, useEffect, useRef, useState } from 'react'

interface FormFocus {
  form: RefObject<HTMLFormElement | null>
  /** That what is in the form was just tried. */
  tried: () => void
}

/**
 * Where the focus of a form goes after a try that failed: to the first field that is wrong, which may be far above the
 * button, or back to the button, which loses the focus while it is busy.
 */
export function useFormFocus(error: unknown): FormFocus {
  const form = useRef<HTMLFormElement>(null)
  const [tries, count] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try leads there anew
  useEffect(() => focusIn(form.current, '[aria-invalid="true"]'), [tries])
  useEffect(() => {
    if (error && document.activeElement === document.body) focusIn(form.current, '[type="submit"]')
  }, [error])
  return { form, tried: () => count((before) => before + 1) }
}

const focusIn = (form: HTMLFormElement | null, selector: string) =>
  form?.querySelector<HTMLElement>(selector)?.focus()
