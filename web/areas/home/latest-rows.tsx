import { IconInbox } from '@tabler/icons-react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { asking, keyOf, useAnswer } from '../../api.ts'
import { useLive } from '../../live.ts'
import { paths } from '../../paths.ts'
import { useMay } from '../../session.ts'
import { useTitleOf } from '../../ui/records/use-title-of.ts'
import { Time } from '../../ui/values/time.tsx'
import { HomeCard, HomeItem } from './home-card.tsx'

/** How many boards and pages are asked for their latest rows. */
const ASKED = 6
const SHOWN = 8
const sources = { api: 'by a key', page: 'by a key', import: 'by an import', manual: 'by hand' }

/** The latest rows, of boards first and then of pages. */
export function LatestRows() {
  const mayMake = useMay('admin')
  const titleOf = useTitleOf()
  const list = useAnswer('definitions.list', { query: { limit: 1000 } })
  const all = list.data?.data ?? []
  const boards = all.filter(({ kind }) => kind === 'board')
  // Boards first, because their rows arrive by themselves.
  const asked = [...boards, ...all.filter(({ kind }) => kind === 'page')]
    .filter(({ rowCount }) => rowCount > 0)
    .slice(0, ASKED)
  const queries = useQueries({
    queries: asked.map(({ key }) =>
      asking('definitions.listRows', {
        params: { key },
        // Positions follow the order in which rows are added, and a list by position needs no sorting.
        query: { sort: '-row.position', limit: SHOWN },
      }),
    ),
  })
  const cache = useQueryClient()
  useLive(({ type }) => {
    if (type !== 'rows.created') return
    cache.invalidateQueries({ queryKey: keyOf('definitions.listRows') })
    cache.invalidateQueries({ queryKey: keyOf('definitions.list') })
  })
  const failed = [list, ...queries].find(({ error }) => error !== null)
  const rows = asked
    .flatMap((board, at) => (queries[at]?.data?.data ?? []).map((row) => ({ board, row })))
    .sort((a, b) => (a.row.createdAt < b.row.createdAt ? 1 : -1))
    .slice(0, SHOWN)
  const [first] = boards
  const most = first ?? all[0]
  return (
    <HomeCard
      title="Latest rows"
      icon={IconInbox}
      {...(most ? { to: paths.records(most.key), toLabel: `Open ${most.name}` } : {})}
      isLoading={list.isLoading || queries.some(({ isLoading }) => isLoading)}
      error={failed?.error ?? null}
      onRetry={() => failed?.refetch()}
      empty={
        first
          ? mayMake
            ? 'No rows yet. To send the first one, open a board’s Settings → Developer.'
            : 'No rows yet.'
          : mayMake
            ? 'No boards yet. Create one with the + beside Boards.'
            : 'No boards yet. Ask an admin to create one.'
      }
    >
      {rows.map(({ board, row }) => (
        <HomeItem
          key={row.id}
          to={paths.record(board.key, row.id)}
          label={titleOf(row.cells, board.columns)}
        >
          {board.name} · added {sources[row.source]} · <Time at={row.createdAt} />
        </HomeItem>
      ))}
    </HomeCard>
  )
}
