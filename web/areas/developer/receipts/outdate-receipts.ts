import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../../service/api.ts'

const outdated = [
  'definitions.countReceipts',
  'definitions.listReceipts',
  'definitions.listKeys',
  'definitions.listAddresses',
  'definitions.listHooks',
] as const

/** Refreshes what keys sent, and when they were last used. */
export function useOutdateReceipts(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const name of outdated) queries.invalidateQueries({ queryKey: keyOf(name) })
  }
}
