import { Button, Checkbox, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { codeOf, useAnswer, useChange, usePages } from '../../service/api.ts'
import { useMay } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconTrash } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { More } from '../../ui/layout/more.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { useSearchState } from '../../ui/links/use-search.ts'
import { SearchField } from './toolbar/tools/search-field.tsx'
import { PurgeDialog } from './trash/purge-dialog.tsx'
import { TrashRow } from './trash/trash-row.tsx'

/** How many rows the service restores or deletes at once. */
const AT_ONCE = 500

/** The trash of a board or page: rows to find, restore, or delete for good. */
export function TrashPage() {
  const { key } = useParams({ strict: false }) as { key: string }
  const params = { key }
  const definition = useAnswer('definitions.get', { params })
  const [{ search = '' }, change] = useSearchState<{ search?: string }>()
  const rows = usePages(
    'definitions.listRows',
    {
      params,
      query: {
        trashed: true,
        sort: '-row.deletedAt',
        limit: 25,
        ...(search ? { search } : {}),
      },
    },
    { keepPrevious: true },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [purging, setPurging] = useState<readonly string[] | null>(null)
  const mayWrite = useMay('member')
  const isAdmin = useMay('admin')
  const restore = useChange('definitions.restoreRows', {
    outdates: [['definitions']],
    onDone: () => setChosen(new Set()),
  })
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const ids = rows.items.map(({ id }) => id)
  const rest = useRestored(ids)
  const selected = ids.filter((id) => chosen.has(id))
  const isLoading = definition.isLoading || rows.isLoading
  const failed = definition.error ?? rows.error
  const data = definition.data?.data
  const putBack = (which: string[]) => {
    rest.begin(which)
    restore.mutate({ params, body: { ids: which.slice(0, AT_ONCE) } })
  }
  if (codeOf(failed) === 'not_found') return <NotFoundPage />
  return (
    <Page>
      <PageHeader
        title={data ? `${data.name}: trash` : 'Trash'}
        description="Deleted rows stay here for 30 days. After that they are deleted for good, with their history and comments."
        actions={
          <AppLink size="sm" to={paths.records(key)}>
            Back to {data?.name ?? 'the rows'}
          </AppLink>
        }
      />
      {isLoading && <Skeleton height={160} aria-label="Loading" />}
      {failed && <FailureAlert error={failed} onRetry={() => rows.refetch()} />}
      {restore.error ? (
        <FailureAlert error={restore.error} title="The rows could not be restored" />
      ) : null}
      {data && (search || ids.length > 0) && (
        <SearchField
          value={search}
          onChange={(text) => change({ search: text || undefined } as { search?: string })}
        />
      )}
      {rows.data && ids.length === 0 && (
        <EmptyState icon={IconTrash} title={search ? 'No match' : 'The trash is empty'}>
          {search
            ? 'No row in the trash contains this text.'
            : 'You can restore deleted rows from here for 30 days.'}
        </EmptyState>
      )}
      {data && ids.length > 0 && (
        <Stack>
          {mayWrite && (
            <Group gap="sm">
              <Button
                variant="default"
                disabled={selected.length === 0}
                loading={restore.isPending}
                onClick={() => putBack(selected)}
              >
                {selected.length === 0
                  ? 'Restore selected rows'
                  : `Restore ${selected.length} ${selected.length === 1 ? 'row' : 'rows'}`}
              </Button>
              {isAdmin && selected.length > 0 && (
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() => setPurging(selected.slice(0, AT_ONCE))}
                >
                  Delete for good…
                </Button>
              )}
              {selected.length > AT_ONCE && (
                <Text size="sm" c="dimmed">
                  {AT_ONCE} at a time
                </Text>
              )}
            </Group>
          )}
          <Table.ScrollContainer minWidth={320}>
            <Table highlightOnHover ref={rest.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={40}>
                    {mayWrite && (
                      <Checkbox
                        aria-label="Select all rows shown"
                        checked={selected.length === ids.length}
                        indeterminate={selected.length > 0 && selected.length < ids.length}
                        onChange={(event) =>
                          setChosen(new Set(event.currentTarget.checked ? ids : []))
                        }
                      />
                    )}
                  </Table.Th>
                  <Table.Th>Row</Table.Th>
                  <Table.Th visibleFrom="xs">Deleted</Table.Th>
                  <Table.Th visibleFrom="xs">Deleted for good</Table.Th>
                  {mayWrite && <Table.Th>Action</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.items.map((row) => (
                  <TrashRow
                    key={row.id}
                    definition={data}
                    row={row}
                    mayWrite={mayWrite}
                    isChosen={chosen.has(row.id)}
                    onChoose={(isChosen) => toggle(row.id, isChosen)}
                    onRestore={() => putBack([row.id])}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <More of={rows} />
        </Stack>
      )}
      {purging && (
        <PurgeDialog
          definitionKey={key}
          ids={purging}
          onDone={() => setChosen(new Set())}
          onClose={() => setPurging(null)}
        />
      )}
    </Page>
  )
}

/** The pressed buttons disappear with their rows, so the focus goes to the next row or the page. */
function useRestored(ids: readonly string[]) {
  const table = useRef<HTMLTableElement>(null)
  const began = useRef<{ id: string; at: number } | null>(null)
  useEffect(() => {
    if (!began.current || ids.includes(began.current.id)) return
    const { at } = began.current
    began.current = null
    if (document.activeElement !== document.body) return
    const buttons = table.current?.querySelectorAll<HTMLElement>('tbody button') ?? []
    const next = buttons[at] ?? buttons[buttons.length - 1]
    ;(next ?? document.querySelector<HTMLElement>('main'))?.focus()
  }, [ids])
  const begin = ([id]: string[]) => {
    began.current = id === undefined ? null : { id, at: ids.indexOf(id) }
  }
  return { table, begin }
}
