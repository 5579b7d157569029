import { Badge, Button, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '../../api.ts'
import { useMay } from '../../session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import { MoneyNotice } from '../../ui/money/money-notice.tsx'
import { RecordLink } from '../../ui/records/record-link.tsx'
import { DealViewProvider, useDeal, useDealView } from './deal/deal-view.tsx'
import { HOUSE_NAME } from './deal/parties.rules.ts'
import type { EntryKind, FigureName, Party } from './deal/types.ts'
import { DealActions } from './deal-actions.tsx'
import { type Act, DealDialogs } from './deal-dialogs.tsx'
import { figureNames } from './figures/figures.rules.ts'
import { MoneyGlance } from './figures/money-glance.tsx'
import { Ledger } from './ledger/ledger.tsx'
import { PartyDrawer } from './splits/party-drawer.tsx'
import { SplitDrawer } from './splits/split-drawer.tsx'
import { SplitsTable } from './splits/splits-table.tsx'

/** One deal: its money at a glance, its splits, its ledger. */
export function DealPage() {
  const { id } = useParams({ strict: false })
  const { deal, splits, error, retry } = useDeal(Number(id))
  if (codeOf(error) === 'not_found' || codeOf(error) === 'invalid_request') return <NotFoundPage />
  if (error && !deal) {
    return (
      <Page>
        <PageHeader title="Deal" />
        <FailureAlert error={error} onRetry={retry} />
      </Page>
    )
  }
  if (!deal || !splits) return <DealSkeleton />
  return (
    <DealViewProvider deal={deal} splits={splits}>
      <Shown />
    </DealViewProvider>
  )
}

type Search = {
  tab?: 'ledger'
  kind?: EntryKind
  /** The split whose figures and draws are open, and at which figure. */
  split?: number
  /** The name of `split` in links from before 0.1.2. */
  stake?: number
  figure?: FigureName
  /** The split whose party's balance is open; 0 is the house. */
  party?: number
}

const HOUSE_PARTY: Party = {
  partyKind: 'house',
  accountId: null,
  crmUserId: null,
  externalParty: null,
}

function Shown() {
  const { deal, whole, splits, nameOf } = useDealView()
  const [search, change] = useSearchState<Search>()
  const [act, setAct] = useState<Act | null>(null)
  const mayKeep = useMay('manager')
  const opened = splits.find(({ id }) => id === (search.split ?? search.stake))
  const party = search.party === 0 ? HOUSE_PARTY : splits.find(({ id }) => id === search.party)
  const figure = figureNames.find((name) => name === search.figure) ?? null
  return (
    <Page>
      <PageHeader
        title={deal.name}
        beside={
          <Badge variant="light" color="gray">
            {deal.currency}
          </Badge>
        }
        description={<About />}
        actions={<DealActions onAct={setAct} />}
      />
      <MoneyNotice />
      {whole && <MoneyGlance />}
      <Tabs
        value={search.tab ?? 'splits'}
        onChange={(tab) => change({ tab: tab === 'ledger' ? 'ledger' : undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="splits">{whole ? 'Splits' : 'Your splits'}</Tabs.Tab>
          <Tabs.Tab value="ledger">Ledger</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="splits" pt="md">
          <Stack>
            <SplitsTable
              onExplain={(split, name) => change({ split: split.id, figure: name })}
              onParty={(split) => change({ party: split?.id ?? 0 })}
              onVerb={(verb, split) => setAct({ verb, splitId: split.id })}
            />
            {mayKeep && (
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} />}
                  onClick={() => setAct({ verb: 'addSplit' })}
                >
                  Add split
                </Button>
              </Group>
            )}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="ledger" pt="md">
          <Ledger kind={search.kind} onKind={(kind) => change({ kind })} />
        </Tabs.Panel>
      </Tabs>
      {opened && (
        <SplitDrawer
          split={opened}
          figure={figure}
          covered={act !== null}
          onFigure={(name) => change({ figure: name ?? undefined })}
          onVerb={(verb, split) => setAct({ verb, splitId: split.id })}
          onClose={() => change({ split: undefined, stake: undefined, figure: undefined })}
        />
      )}
      {party && (
        <PartyDrawer
          party={party}
          name={party === HOUSE_PARTY ? HOUSE_NAME : nameOf(party)}
          onClose={() => change({ party: undefined })}
        />
      )}
      {act && <DealDialogs act={act} onAct={setAct} />}
    </Page>
  )
}

function About() {
  const { deal, whole, money } = useDealView()
  return (
    <>
      {!whole && 'You see only your own splits in this deal'}
      {whole &&
        (whole.fundedMinor === null ? 'No funded amount' : `Funded ${money(whole.fundedMinor)}`)}
      {deal.dealRowId && (
        <>
          {' · record '}
          <RecordLink rowId={deal.dealRowId} />
        </>
      )}
      {deal.notes && (
        <Text span inherit display="block">
          {deal.notes}
        </Text>
      )}
    </>
  )
}

function DealSkeleton() {
  return (
    <Page>
      <PageHeader title="Deal" />
      <Skeleton height={190} aria-busy />
      <Skeleton height={220} />
    </Page>
  )
}
