import { useQueries } from '@tanstack/react-query'
import type { FeedEvent } from '../../../../sdk/client.ts'
import { asking } from '../../../service/api.ts'
import { usePeople } from '../../../service/session.ts'
import { useDefinitionNames } from '../../../ui/records/definition-names.ts'
import { useRecordTitles } from '../../../ui/records/record-titles.ts'
import { useColumns } from '../../../ui/records/use-columns.ts'
import { cellText } from '../../../ui/values/cell-words.rules.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import { useTokenNames } from '../../../ui/values/use-token-names.ts'
import type { Names } from './event.rules.ts'

/** A column that is gone, or hidden by now. */
const UNKNOWN = { type: 'text', settings: {} } as const

/** The names of everything that the events are about. A thing that is gone, or not loaded yet, has none. */
export function useEventNames(events: readonly FeedEvent[]): Names {
  const { definition } = useDefinitionNames()
  const { nameOf } = usePeople()
  const shownAddress = useShownAddress()
  const token = useTokenNames(events.map(({ actor }) => actor))
  const data = events.map((event) => event.data)
  const columnsOf = useColumns(
    data.flatMap((one) => ('definition' in one && one.definition ? [one.definition.key] : [])),
  )
  const columnOf = (key: string, column: string) =>
    columnsOf(key)?.find((one) => one.key === column)
  const idsOf = (member: string): number[] => [
    ...new Set(
      data.flatMap((one) => (member in one ? [(one as Record<string, number>)[member]!] : [])),
    ),
  ]
  const obligation = useNames(idsOf('obligationId'), (id) => ({
    ...asking('obligations.get', { params: { id } }),
    select: (answer: { data: { title: string } }) => answer.data.title,
  }))
  const deal = useNames(idsOf('dealId'), (id) => ({
    ...asking('accounting.getDeal', { params: { id } }),
    select: (answer: { data: { name: string } }) => answer.data.name,
  }))
  const address = useNames(idsOf('conversationId'), (id) => ({
    ...asking('conversations.get', { params: { id } }),
    select: (answer: { data: { address: string } }) => answer.data.address,
  }))
  const rowOf = new Map(
    data.flatMap((one) =>
      'conversationId' in one && one.rowId ? [[one.conversationId, one.rowId] as const] : [],
    ),
  )
  const titles = useRecordTitles([...new Set(rowOf.values())])
  return {
    person: nameOf,
    token,
    definition,
    column: (key, column) => columnOf(key, column)?.name ?? column,
    cell: (key, column, value) =>
      shownAddress(cellText(value, columnOf(key, column) ?? UNKNOWN, nameOf)),
    address: shownAddress,
    obligation,
    deal,
    conversation: (id) => {
      const known = address(id)
      return titles.get(rowOf.get(id) ?? '')?.title ?? (known && shownAddress(known))
    },
  }
}

/** Asks for each thing once; many events are about the same one. */
function useNames(
  ids: readonly number[],
  ask: (id: number) => object,
): (id: number) => string | undefined {
  const answers = useQueries({
    // A name rarely changes, and what is gone stays gone.
    queries: ids.map((id) => ({ ...ask(id), staleTime: 60_000, retry: false })) as never[],
  }) as { data?: string }[]
  return (id) => answers[ids.indexOf(id)]?.data
}
