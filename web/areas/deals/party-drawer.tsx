import { Card, Drawer, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useAnswer, usePages } from '../../api.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { Money, moneyText } from '../../ui/money.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { figureLabels, figureNames } from './figures.rules.ts'
import { Labelled } from './labelled.tsx'
import { partyRef } from './parties.rules.ts'
import { termsText } from './shares.rules.ts'
import type { Party, Stake } from './types.ts'

/** How many stakes of a party are listed; each is told with its deal. */
const LISTED = 50

interface Props {
  party: Party
  name: string
  onClose: () => void
}

/** What a party has in all its stakes, by currency, and which they are. */
export function PartyDrawer({ party, name, onClose }: Props) {
  useReturnFocus()
  const { partyKind } = party
  const balance = useAnswer('accounting.getPartyBalance', {
    params: { partyKind, ref: partyRef(party) },
  })
  const balances = balance.data?.data.balances
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={<Text fw={600}>{name}: balance over all deals</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {balance.error && <FailureAlert error={balance.error} onRetry={balance.refetch} />}
        {balance.isPending && <Skeleton height={180} aria-busy />}
        {balances?.length === 0 && (
          <Text size="sm" c="dimmed">
            No money came to {name}, and none is expected.
          </Text>
        )}
        {balances?.map(({ currency, splitCount, heldMinor, ...figures }) => (
          <Card key={currency} withBorder padding="sm">
            <Group justify="space-between" mb="xs">
              <Text fw={600} size="sm">
                {currency}
              </Text>
              <Text size="xs" c="dimmed">
                {splitCount === 0
                  ? 'Without a stake'
                  : `${splitCount} ${splitCount === 1 ? 'stake' : 'stakes'}`}
              </Text>
            </Group>
            <SimpleGrid cols={2} spacing="xs">
              {figureNames.map((figure) => (
                <Line
                  key={figure}
                  label={figureLabels[figure]}
                  minor={figures[figure]}
                  currency={currency}
                />
              ))}
              {heldMinor !== 0 && <Line label="Held" minor={heldMinor} currency={currency} />}
            </SimpleGrid>
          </Card>
        ))}
        <Title order={2}>Stakes</Title>
        {partyKind === 'house' && (
          <Text size="sm" c="dimmed">
            Whatever no stake of a deal has is the house’s as well.
          </Text>
        )}
        <Stakes party={party} />
      </Stack>
    </Drawer>
  )
}

function Line({ label, minor, currency }: { label: string; minor: number; currency: string }) {
  return (
    <Labelled label={label}>
      <Money minor={minor} currency={currency} fz="sm" />
    </Labelled>
  )
}

function Stakes({ party }: { party: Party }) {
  const { partyKind, accountId, crmUserId, externalParty } = party
  const stakes = usePages('accounting.listSplits', {
    query: {
      limit: LISTED,
      partyKind,
      ...(accountId ? { accountId } : {}),
      ...(crmUserId === null ? {} : { crmUserId }),
      ...(externalParty ? { externalParty } : {}),
    },
  })
  if (stakes.error) return <FailureAlert error={stakes.error} onRetry={stakes.refetch} />
  return (
    <Stack gap="xs">
      {stakes.isSuccess && stakes.items.length === 0 && (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      )}
      {stakes.items.map((stake) => (
        <StakeLine key={stake.id} stake={stake} />
      ))}
      {stakes.hasNextPage && (
        <Text size="sm" c="dimmed">
          The first {LISTED} are listed.
        </Text>
      )}
    </Stack>
  )
}

function StakeLine({ stake }: { stake: Stake }) {
  const { data } = useAnswer('accounting.getDeal', { params: { id: stake.dealId } })
  if (!data) return <Skeleton height={20} aria-busy />
  const { name, currency } = data.data
  const { unpaidMinor } = stake.availability
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <AppLink to={paths.deal(stake.dealId)} fz="sm">
          {name}
        </AppLink>
        <Text size="xs" c="dimmed">
          {termsText(stake, (minor) => moneyText(minor, currency))}
          {stake.status === 'inactive' && ' · retired'}
        </Text>
      </div>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {unpaidMinor < 0 ? 'owes ' : 'unpaid '}
        <Money minor={Math.abs(unpaidMinor)} currency={currency} />
      </Text>
    </Group>
  )
}
