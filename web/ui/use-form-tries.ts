import { type RefObject, useEffect, useRef, useState } from 'react'

interface FormTries {
  form: RefObject<HTMLFormElement | null>
  /** That what is in the form was just tried. */
  tried: () => void
  /** What was refused at the last try, not at those before it. */
  refused: unknown
}

/** What a form shows after a try that failed. The focus goes to the first field that is wrong, which may be far above the button. */
export function useFormTries(error: unknown): FormTries {
  const form = useRef<HTMLFormElement>(null)
  const [tries, count] = useState(0)
  const [past, leave] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try leads there anew, and what the service says of it
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries, error])
  const tried = () => {
    leave(error)
    count((before) => before + 1)
  }
  return { form, tried, refused: error === past ? null : error }
}
