import { useQueryClient } from '@tanstack/react-query'
import { useAgainAt } from '../../service/again-at.ts'
import type { Data } from '../../service/api.ts'
import { askAgain } from '../../service/ask-again.ts'
import { useTogether } from '../../service/together.ts'
import { newestInput } from './latest-rows.tsx'
import { dueInput, lastDeadline } from './obligations-due.tsx'
import { stagesInput } from './pipeline.rules.ts'

/** The steps that are set up: `null` for people who do not set it up, undefined until it is known. */
export type Setup = Today['setup'] | undefined

type Today = Data<'overviews.getToday'>

/** Asks for most of Today in one request. */
export function useToday(): {
  agreements: Today['agreements']
  setup: Setup
  isAsking: boolean
  /** Whether nothing of it is known yet. */
  isPending: boolean
} {
  const queries = useQueryClient()
  const deadlineTo = lastDeadline()
  const { data, isFetching, isPending, isError } = useTogether(
    'overviews.getToday',
    { query: { deadlineTo } },
    ({ data: { obligations, newestRows, stages } }, keep) => {
      keep('obligations.list', dueInput(deadlineTo), obligations)
      keep('rows.listNewest', newestInput, { data: newestRows, nextCursor: null })
      for (const { definitionKey, amount, groups } of stages) {
        const input = stagesInput(definitionKey, 'stage', amount)
        keep('definitions.listRows', input, { data: [], nextCursor: null, groups })
      }
    },
  )
  useAgainAt(data?.data.nextAgreementAt, () =>
    askAgain(queries, [['overviews', 'getToday'], ['agreements']]),
  )
  const agreements = data?.data.agreements ?? []
  return { agreements, setup: isError ? null : data?.data.setup, isAsking: isFetching, isPending }
}
