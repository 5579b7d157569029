import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'

/** Keeps a form up to date with what others change, except for the fields that somebody has changed here. */
export function useLatest<V extends object>(form: UseFormReturnType<V>, latest: V): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with the same values changes nothing
  useEffect(() => {
    const untouched = Object.entries(latest).filter(([field]) => !form.isDirty(field))
    form.setValues(Object.fromEntries(untouched) as Partial<V>)
    form.resetDirty(latest)
  }, [JSON.stringify(latest)])
}
