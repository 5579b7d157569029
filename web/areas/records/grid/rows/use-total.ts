import { useSyncExternalStore } from 'react'
import type { RowSource } from './row-source.ts'

/** How many rows the list has; renders only when that changes. */
export const useTotal = (source: RowSource): number =>
  useSyncExternalStore(source.changed.subscribe, () => source.total)
