import { useCallback } from 'react'
import { useShownAddress } from '../values/use-phone-text.ts'
import { titleOf } from './row-title.rules.ts'

/** Reads the titles of rows. A row whose first text is a phone number is called by the number as people read it. */
export function useTitleOf(): typeof titleOf {
  const shown = useShownAddress()
  return useCallback((cells, columns) => shown(titleOf(cells, columns)), [shown])
}
