import { Badge, Button, Skeleton, Stack, Switch, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { type Item, useChange, usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { IconBan } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useShownAddress } from '../../../ui/values/use-phone-text.ts'
import { useDoerNames } from '../../../ui/values/use-token-names.ts'
import { OptOutDialog } from './opt-out-dialog.tsx'

type OptOut = Item<'optOuts.list'>

const mediumNames = { text: 'texts', email: 'emails' } as const

/** The addresses that have opted out of messages. */
export function OptOutsSettings() {
  const mayWrite = useMay('member')
  const [lifted, setLifted] = useState(false)
  const [adding, setAdding] = useState(false)
  const shownAddress = useShownAddress()
  const [lifting, setLifting] = useState<OptOut | null>(null)
  const list = usePages('optOuts.list', {
    query: { limit: 200, ...(lifted ? {} : { opted_out: true }) },
  })
  const nameOf = useDoerNames(list.items.map(({ updated_by }) => updated_by))
  const put = useChange('optOuts.put', {
    shown: true,
    outdates: [['optOuts']],
    onDone: () => setLifting(null),
  })
  const by = (who: string) => (who === 'contact' ? 'Themselves' : (nameOf(who) ?? 'The service'))
  return (
    <Stack>
      <PageHeader
        title="Opt-outs"
        description={`We send nothing to these addresses. Texting STOP adds a number and START removes it.${mayWrite ? ' Add people who opt out another way yourself.' : ''}`}
        actions={mayWrite && <Button onClick={() => setAdding(true)}>Add opt-out</Button>}
      />
      <Switch
        label="Include removed opt-outs"
        checked={lifted}
        onChange={(event) => setLifted(event.currentTarget.checked)}
      />
      {list.error && <FailureAlert error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton height={90} />}
      {list.isSuccess && list.items.length === 0 && (
        <EmptyState icon={IconBan} title="Nobody has opted out">
          People who reply STOP to a text appear here.
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <WideTable label="Opt-outs" minWidth={300}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                Opted out of
              </Table.Th>
              <Table.Th visibleFrom="sm">Why</Table.Th>
              <Table.Th visibleFrom="sm">Since</Table.Th>
              <Table.Th visibleFrom="sm">By</Table.Th>
              <Table.Th>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.items.map((one) => (
              <Table.Tr key={`${one.medium} ${one.address}`}>
                <Table.Td style={{ overflowWrap: 'anywhere', minWidth: 130 }}>
                  {shownAddress(one.address)}
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {one.opted_out ? `No ${mediumNames[one.medium]}` : 'Removed'} since{' '}
                    <Time at={one.updated_at} as="day" /> ({by(one.updated_by)})
                    {one.reason && `: ${one.reason}`}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  {one.opted_out ? (
                    mediumNames[one.medium]
                  ) : (
                    <Badge variant="light" color="gray">
                      Removed
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm" miw={180}>
                  {one.reason}
                </Table.Td>
                <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                  <Time at={one.updated_at} as="day" />
                </Table.Td>
                <Table.Td visibleFrom="sm">{by(one.updated_by)}</Table.Td>
                <Table.Td ta="right">
                  {mayWrite && one.opted_out && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Remove the opt-out of ${shownAddress(one.address)}`}
                      onClick={() => setLifting(one)}
                    >
                      Remove
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      <More of={list} />
      {adding && <OptOutDialog onClose={() => setAdding(false)} />}
      {lifting !== null && (
        <ReasonDialog
          title="Remove this opt-out?"
          verb="Remove opt-out"
          reason="required"
          saving={put}
          onClose={() => setLifting(null)}
          onConfirm={(reason) =>
            lifting &&
            put.mutate({
              body: {
                address: lifting.address,
                medium: lifting.medium,
                opted_out: false,
                reason,
              },
            })
          }
        >
          Only do this if they have asked for it. Say how they asked.
        </ReasonDialog>
      )}
    </Stack>
  )
}
