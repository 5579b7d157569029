import { createContext, useContext } from 'react'
import type { TextContext } from '../../cells/cell-text.rules.ts'

/** How values are written on the board that is filtered. */
export const FilterContext = createContext<TextContext | null>(null)

export function useFilterContext(): TextContext {
  return useContext(FilterContext)!
}
