import { useLocation } from '@tanstack/react-router'
import { inputOf, isChoice } from '../../../shared/column-types.ts'
import { viewerOf, whyLocked } from '../../areas/records/cells/access.ts'
import { paths } from '../../paths.ts'
import { accepted, api, type Item, useAnswer } from '../../service/api.ts'
import type { Head } from '../../service/heads.ts'
import { useMay, usePeople, useSession } from '../../service/session.ts'
import { IconAt, IconMessage, IconTag, IconUser } from '../../ui/icons/icons.ts'
import { useTitleOf } from '../../ui/records/use-title-of.ts'
import { toastDone, toastFailure } from '../../ui/toasts/toasts.tsx'
import { useShownAddress } from '../../ui/values/use-phone-text.ts'
import type { Command } from './command.ts'
import { recordAt } from './record-at.rules.ts'

type Column = Item<'definitions.list'>['columns'][number]

/** More options than this are listed only once something is typed. */
const MOST_UNTYPED = 8

/** What can be done with the record that is open: write to it, assign it, set its options. */
export function useRecordCommands(definitions: readonly Head[]): Command[] {
  const { pathname, searchStr } = useLocation()
  const { key, rowId } = recordAt(pathname + searchStr) ?? {}
  const head = definitions.find((one) => one.key === key)
  const { seats } = usePeople()
  const session = useSession()
  const titleOf = useTitleOf()
  const shownAddress = useShownAddress()
  const mayWrite = useMay('member')
  const isOpen = head !== undefined && rowId !== undefined && mayWrite
  const params = { key: head?.key ?? '', rowId: rowId ?? '' }
  const { data } = useAnswer(
    'definitions.getRow',
    { params, query: { expand: 'links' } },
    { enabled: isOpen },
  )
  const { data: policies } = useAnswer(
    'policies.list',
    { params: { key: params.key }, query: { limit: 1000 } },
    { enabled: isOpen },
  )
  const { data: definition } = useAnswer(
    'definitions.get',
    { params: { key: params.key } },
    { enabled: isOpen },
  )
  const row = data?.data
  if (!isOpen || !row || row.id !== rowId || !policies || !definition) return []
  const { columns } = definition.data
  const { cells } = row
  const title = titleOf(row.cells, columns)
  const group = 'This record'
  const set = async (column: string, to: unknown, done: string) => {
    const write = (value: unknown) =>
      accepted(api.definitions.updateRow(params, { cells: { [column]: value } }))
    const from = cells[column] ?? null
    try {
      await write(to)
      toastDone(done, () => void write(from).catch(toastFailure))
    } catch (error) {
      toastFailure(error)
    }
  }
  const mayEdit = (column: Column) => whyLocked(column, policies.data, viewerOf(session)) === null
  return columns.flatMap((column): Command[] => {
    const value = cells[column.key]
    const { type, name } = column
    const input = inputOf(type)
    if ((input === 'phone' || input === 'email') && typeof value === 'string') {
      const about = { to: value, definitionKey: head.key, rowId }
      const verb = input === 'phone' ? 'Text' : 'Email'
      return [
        {
          id: `write ${column.id}`,
          group,
          label: `${verb} ${title}`,
          hint: shownAddress(value),
          words: 'message write send',
          icon: input === 'phone' ? IconMessage : IconAt,
          to: paths.newConversation(about),
        },
      ]
    }
    if (input === 'person' && mayEdit(column)) {
      return seats
        .filter(({ status, crmUserId }) => status === 'active' && crmUserId !== value)
        .map(({ crmUserId, name: person }): Command => {
          const isMe = crmUserId === session.seat.crmUserId
          return {
            id: `assign ${column.id} ${crmUserId}`,
            group,
            label: isMe ? `${name}: me` : `${name}: ${person}`,
            hint: 'Assign',
            words: 'assign owner',
            onlyFound: !isMe,
            icon: IconUser,
            run: () => set(column.key, crmUserId, `${name}: ${person}.`),
          }
        })
    }
    if (!isChoice(type) || !mayEdit(column)) return []
    const options = (column.settings.options ?? []).filter(({ label }) => label !== value)
    return options.map(
      ({ label }): Command => ({
        id: `set ${column.id} ${label}`,
        group,
        label: `${name}: ${label}`,
        hint: 'Set',
        words: 'set change move',
        onlyFound: options.length > MOST_UNTYPED,
        icon: IconTag,
        run: () => set(column.key, label, `${name}: ${label}.`),
      }),
    )
  })
}
