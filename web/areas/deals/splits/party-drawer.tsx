import { Card, Drawer, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { hasCents } from '../../../../shared/amounts.ts'
import { paths } from '../../../paths.ts'
import { useAnswer, usePages } from '../../../service/api.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { More } from '../../../ui/layout/more.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { Money, moneyText } from '../../../ui/money/money.tsx'
import { Labelled } from '../deal/labelled.tsx'
import { partyRef } from '../deal/parties.rules.ts'
import { termsText } from '../deal/shares.rules.ts'
import type { AsMoney, Party, Split } from '../deal/types.ts'
import { balanceText, figureLabels, figureNames, figureOf } from '../figures/figures.rules.ts'

/** How many splits of a party are listed, each with its deal. */
const LISTED = 50

interface Props {
  party: Party
  name: string
  onClose: () => void
}

/** A party's balance in all its splits, by currency, and the splits. */
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
      title={<Text fw={600}>{name}: balance across all deals</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {balance.error && <FailureAlert error={balance.error} onRetry={balance.refetch} />}
        {balance.isPending && <Skeleton height={180} aria-busy />}
        {balances?.length === 0 && (
          <Text size="sm" c="dimmed">
            {name} has received no commission, and none is expected.
          </Text>
        )}
        {balances?.map(({ currency, splitCount, heldMinor, entitledByTermsMinor, ...figures }) => (
          <Card key={currency} withBorder padding="sm">
            <Group justify="space-between" mb="xs">
              <Text fw={600} size="sm">
                {currency}
              </Text>
              <Text size="xs" c="dimmed">
                {splitCount === 0
                  ? 'No split'
                  : `${splitCount} ${splitCount === 1 ? 'split' : 'splits'}`}
              </Text>
            </Group>
            <SimpleGrid cols={2} spacing="xs">
              {figureNames.map((figure) => (
                <Labelled key={figure} label={figureLabels[figure]}>
                  <Text size="sm">
                    {balanceText(
                      figureOf({ availability: figures, entitledByTermsMinor }, figure),
                      moneyOf(currency, { ...figures, entitledByTermsMinor }),
                    )}
                  </Text>
                </Labelled>
              ))}
              {heldMinor !== 0 && (
                <Labelled label="Held">
                  <Text size="sm">{moneyOf(currency, figures)(heldMinor)}</Text>
                </Labelled>
              )}
            </SimpleGrid>
          </Card>
        ))}
        <Title order={2}>Splits</Title>
        {partyKind === 'house' && (
          <Text size="sm" c="dimmed">
            The house also gets whatever a deal’s splits leave.
          </Text>
        )}
        <Splits party={party} />
      </Stack>
    </Drawer>
  )
}

/** Amounts in a currency, with cents if one of the figures has some. */
function moneyOf(currency: string, figures: Record<string, number>): AsMoney {
  const cents = Object.values(figures).some((minor) => hasCents(minor, currency))
  return (minor) => moneyText(minor, currency, cents)
}

function Splits({ party }: { party: Party }) {
  const { partyKind, accountId, crmUserId, externalParty } = party
  const splits = usePages('accounting.listSplits', {
    query: {
      limit: LISTED,
      partyKind,
      ...(accountId ? { accountId } : {}),
      ...(crmUserId === null ? {} : { crmUserId }),
      ...(externalParty ? { externalParty } : {}),
    },
  })
  if (splits.error) return <FailureAlert error={splits.error} onRetry={splits.refetch} />
  return (
    <Stack gap="xs">
      {splits.isSuccess && splits.items.length === 0 && (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      )}
      {splits.items.map((split) => (
        <SplitLine key={split.id} split={split} />
      ))}
      <More of={splits} size="compact-sm" />
    </Stack>
  )
}

function SplitLine({ split }: { split: Split }) {
  const { data } = useAnswer('accounting.getDeal', { params: { id: split.dealId } })
  if (!data) return <Skeleton height={20} aria-busy />
  const { name, currency } = data.data
  const { unpaidMinor } = split.availability
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <AppLink to={paths.deal(split.dealId)} fz="sm">
          {name}
        </AppLink>
        <Text size="xs" c="dimmed">
          {termsText(split, (minor) => moneyText(minor, currency))}
          {split.status === 'inactive' && ' · retired'}
        </Text>
      </div>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {unpaidMinor < 0 ? 'owes ' : 'balance '}
        <Money minor={Math.abs(unpaidMinor)} currency={currency} />
      </Text>
    </Group>
  )
}
