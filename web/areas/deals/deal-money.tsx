import { Button, Group, Stack, Tabs } from '@mantine/core'
import { useMay } from '../../service/session.ts'
import { IconPlus } from '../../ui/icons/icons.ts'
import { useDealView } from './deal/deal-view.tsx'
import { HOUSE_NAME } from './deal/parties.rules.ts'
import type { EntryKind, FigureName, Party } from './deal/types.ts'
import { type Act, DealDialogs } from './deal-dialogs.tsx'
import { figureNames } from './figures/figures.rules.ts'
import { MoneyGlance } from './figures/money-glance.tsx'
import { Ledger } from './ledger/ledger.tsx'
import { PartyDrawer } from './splits/party-drawer.tsx'
import { SplitDrawer } from './splits/split-drawer.tsx'
import { SplitsTable } from './splits/splits-table.tsx'

/** The panel that is open. On a deal's page it is in the URL. */
export type Shown = {
  tab?: 'ledger' | undefined
  kind?: EntryKind | undefined
  /** The split whose figures and draws are open, and at which figure. */
  split?: number | undefined
  /** The name of `split` in links from 0.1.1 and earlier. */
  stake?: number | undefined
  figure?: FigureName | undefined
  /** The split whose party's balance is open; 0 is the house. */
  party?: number | undefined
}

const HOUSE_PARTY: Party = {
  partyKind: 'house',
  accountId: null,
  crmUserId: null,
  externalParty: null,
}

interface Props {
  shown: Shown
  onShow: (change: Shown) => void
  act: Act | null
  onAct: (act: Act | null) => void
  /** Whether there is room only for a column, as beside a grid. */
  narrow?: boolean
}

/** A deal's commission at a glance, its splits and its ledger, with everything that opens from them. */
export function DealMoney({ shown, onShow, act, onAct, narrow = false }: Props) {
  const { whole, splits, nameOf } = useDealView()
  const mayKeep = useMay('manager')
  const opened = splits.find(({ id }) => id === (shown.split ?? shown.stake))
  const party = shown.party === 0 ? HOUSE_PARTY : splits.find(({ id }) => id === shown.party)
  const figure = figureNames.find((name) => name === shown.figure) ?? null
  return (
    <>
      {whole && <MoneyGlance />}
      <Tabs
        value={shown.tab ?? 'splits'}
        onChange={(tab) => onShow({ tab: tab === 'ledger' ? 'ledger' : undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="splits">{whole ? 'Splits' : 'Your splits'}</Tabs.Tab>
          <Tabs.Tab value="ledger">Ledger</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="splits" pt="md">
          <Stack>
            <SplitsTable
              narrow={narrow}
              onExplain={(split, name) => onShow({ split: split.id, figure: name })}
              onParty={(split) => onShow({ party: split?.id ?? 0 })}
              onVerb={(verb, split) => onAct({ verb, splitId: split.id })}
            />
            {mayKeep && (
              <Group>
                <Button
                  variant={splits.length > 0 ? 'default' : 'filled'}
                  leftSection={<IconPlus size={16} />}
                  onClick={() => onAct({ verb: 'addSplit' })}
                >
                  Add split
                </Button>
              </Group>
            )}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="ledger" pt="md">
          <Ledger narrow={narrow} kind={shown.kind} onKind={(kind) => onShow({ kind })} />
        </Tabs.Panel>
      </Tabs>
      {opened && (
        <SplitDrawer
          split={opened}
          figure={figure}
          covered={act !== null}
          onFigure={(name) => onShow({ figure: name ?? undefined })}
          onVerb={(verb, split) => onAct({ verb, splitId: split.id })}
          onClose={() => onShow({ split: undefined, stake: undefined, figure: undefined })}
        />
      )}
      {party && (
        <PartyDrawer
          party={party}
          name={party === HOUSE_PARTY ? HOUSE_NAME : nameOf(party)}
          onClose={() => onShow({ party: undefined })}
        />
      )}
      {act && (
        <DealDialogs
          act={act}
          onAct={onAct}
          onShow={(split) => onShow({ split, figure: undefined })}
        />
      )}
    </>
  )
}
