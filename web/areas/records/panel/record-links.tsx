import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isLink } from '../../../../shared/column-types.ts'
import { paths } from '../../../paths.ts'
import { useAnswer } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { ObligationLine } from '../../../ui/obligations/obligation-line.tsx'
import { useDefinitionNames } from '../../../ui/records/definition-names.ts'
import { UNTITLED } from '../../../ui/records/row-title.rules.ts'
import { useColumns } from '../../../ui/records/use-columns.ts'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import type { Definition, Row } from '../list/types.ts'
import { relatedInputs } from './use-related.ts'

interface Props {
  definition: Definition
  row: Row
  /** While all of it is asked for in one request. */
  isAsking: boolean
}

/** What a record is linked to: rows both ways, conversations, obligations, commissions. */
export function RecordLinks({ definition, row, isAsking }: Props) {
  const { id: rowId } = row
  const shownAddress = useShownAddress()
  const params = { key: definition.key, rowId }
  const once = { enabled: !isAsking }
  const input = relatedInputs(rowId)
  const incoming = useAnswer('definitions.listLinks', { params }, once)
  const conversations = useAnswer('conversations.list', input.conversations, once)
  const obligations = useAnswer('obligations.list', input.obligations, once)
  const deals = useAnswer('accounting.listDeals', input.deals, once)
  const { definition: nameOf } = useDefinitionNames()
  const columnsOf = useColumns((incoming.data?.data ?? []).map((one) => one.definitionKey))

  /** A heading, which says so if the list goes on. */
  const titled = (
    title: string,
    found: { data: unknown[]; nextCursor: string | null } | undefined,
  ) => (found?.nextCursor ? `${title} (the first ${found.data.length})` : title)
  const queries = [incoming, conversations, obligations, deals]
  const failed = queries.find(({ error }) => error !== null)
  const sections: [string, ReactNode[]][] = [
    ...definition.columns.flatMap(({ key, name, type, settings }): [string, ReactNode[]][] => {
      const links = isLink(type) ? (row.links?.[key] ?? []) : []
      const to = settings.definitionKey ?? ''
      return [
        [
          `${name}: ${nameOf(to)}`,
          links.map(({ id, title, trashed }) =>
            trashed ? (
              <Text key={id} size="sm" c="dimmed">
                In the trash
              </Text>
            ) : (
              <AppLink key={id} to={paths.record(to, id)} size="sm">
                {shownAddress(title ?? UNTITLED)}
              </AppLink>
            ),
          ),
        ],
      ]
    }),
    ...(incoming.data?.data ?? []).map(
      ({ definitionKey: key, column, rows, rowsTruncated }): [string, ReactNode[]] => [
        `${nameOf(key)}, linked by ${columnsOf(key)?.find((one) => one.key === column)?.name ?? column}${rowsTruncated ? ' (the first 1,000)' : ''}`,
        rows.map(({ id, title }) => (
          <AppLink key={id} to={paths.record(key, id)} size="sm">
            {shownAddress(title ?? UNTITLED)}
          </AppLink>
        )),
      ],
    ),
    [
      titled('Conversations', conversations.data),
      (conversations.data?.data ?? []).map(({ id, address, subject, medium, unread_count }) => (
        <Group key={id} gap={6}>
          <AppLink to={paths.conversation(id)} size="sm">
            {subject ?? shownAddress(address)}
          </AppLink>
          <Text size="xs" c="dimmed">
            {medium}
            {unread_count > 0 ? `, ${unread_count} unread` : ''}
          </Text>
        </Group>
      )),
    ],
    [
      titled('Obligations', obligations.data),
      (obligations.data?.data ?? []).map((obligation) => (
        <ObligationLine key={obligation.id} obligation={obligation} />
      )),
    ],
    [
      titled('Commissions', deals.data),
      (deals.data?.data ?? []).map(({ id, name, currency, expectedMinor, collectedMinor }) => (
        <Group key={id} gap={6}>
          <AppLink to={paths.deal(id)} size="sm">
            {name}
          </AppLink>
          {collectedMinor !== undefined && (
            <Text size="xs" c="dimmed">
              <Money minor={collectedMinor} currency={currency} /> received of{' '}
              <Money minor={expectedMinor} currency={currency} />
            </Text>
          )}
        </Group>
      )),
    ],
  ]
  const filled = sections.filter(([, links]) => links.length > 0)
  return (
    <>
      {failed && <FailureAlert error={failed.error} onRetry={() => failed.refetch()} />}
      {filled.map(([title, links]) => (
        <Stack key={title} gap={2} role="group" aria-label={title}>
          <Text size="xs" c="dimmed">
            {title}
          </Text>
          {links}
        </Stack>
      ))}
    </>
  )
}
