import { Box, Skeleton, Stack, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { codeOf, useAnswer } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useMoneySight } from '../../../session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { DEALS_PAGE } from '../../../ui/records/record-select.tsx'
import type { Definition, GridHandle } from '../grid/types.ts'
import { CommentsTab } from './comments-tab.tsx'
import { CommissionsTab } from './commissions-tab.tsx'
import { FieldsTab } from './fields-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import classes from './panel.module.css'
import { PanelHead } from './panel-head.tsx'
import { TimelineTab } from './timeline-tab.tsx'
import { useRecord } from './use-record.ts'

interface Props {
  definition: Definition
  rowId: string
  /** Steps through the rows as the grid shows them; absent until the grid is ready. */
  neighbour?: GridHandle['neighbour'] | undefined
  onOpenRow: (rowId: string) => void
  onClose: () => void
}

const tabs = ['fields', 'timeline', 'comments', 'commissions', 'links', 'files', 'history'] as const
type Tab = (typeof tabs)[number]
const labels: Record<Tab, string> = {
  fields: 'Fields',
  timeline: 'Timeline',
  comments: 'Comments',
  commissions: 'Commissions',
  links: 'Links',
  files: 'Files',
  history: 'History',
}

/** Everything about one record, beside the grid, or in its place on a phone. */
export function RecordPanel({ definition, rowId, neighbour, onOpenRow, onClose }: Props) {
  const [search, change] = useSearchState<{ tab?: string }>()
  useReturnFocus()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const panel = useRef<HTMLDivElement>(null)
  const record = useRecord(definition, rowId)
  const { data } = useAnswer('policies.list', {
    params: { key: definition.key },
    query: { limit: 1000 },
  })
  const policies = data?.data ?? []
  const sight = useMoneySight()
  const hasCommissions = definition.key === DEALS_PAGE && sight !== undefined && sight !== 'none'
  const offered = tabs.filter((one) => one !== 'commissions' || hasCommissions)
  const tab = offered.find((one) => one === search.tab) ?? 'fields'
  const { row } = record
  const isGone = codeOf(record.error) === 'not_found'
  // On a phone it covers the page, so the focus has to move there for people who use a screen reader or a keyboard.
  useEffect(() => {
    if (isPhone) panel.current?.focus()
  }, [isPhone])
  const keys = (event: KeyboardEvent) => {
    const target = event.target as Element
    // Anything open inside or above handles Escape itself first.
    const isInside = panel.current?.contains(target) && target.ariaExpanded !== 'true'
    if (event.key === 'Escape' && !event.defaultPrevented && isInside) onClose()
  }
  return (
    <Box
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label="Record"
      onKeyDown={keys}
      {...(isPhone ? { role: 'dialog', 'aria-modal': true } : { role: 'complementary' })}
    >
      <PanelHead
        definition={definition}
        rowId={rowId}
        row={row ?? null}
        neighbour={neighbour}
        onOpenRow={onOpenRow}
        onClose={onClose}
      />
      {record.error ? (
        <div className={classes.body}>
          {isGone ? (
            <EmptyState
              icon={IconTrash}
              title="Record not found"
              action={<AppLink to={paths.trash(definition.key)}>Look in the trash</AppLink>}
            >
              It was deleted, or you don’t have access to it.
            </EmptyState>
          ) : (
            <FailureAlert
              title="The record could not be loaded"
              error={record.error}
              onRetry={() => record.refetch()}
            />
          )}
        </div>
      ) : !row ? (
        <Stack className={classes.body} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : (
        <Tabs
          className={classes.tabs}
          value={tab}
          keepMounted={false}
          onChange={(next) => change({ tab: !next || next === 'fields' ? undefined : next })}
        >
          <Tabs.List className={classes.list}>
            {offered.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {labels[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className={classes.body} tabIndex={0} key={rowId}>
            {tab === 'fields' && (
              <FieldsTab definition={definition} policies={policies} row={row} save={record.save} />
            )}
            {tab === 'timeline' && <TimelineTab definition={definition} rowId={rowId} />}
            {tab === 'comments' && <CommentsTab definitionKey={definition.key} rowId={rowId} />}
            {tab === 'commissions' && <CommissionsTab definition={definition} row={row} />}
            {tab === 'links' && <LinksTab definition={definition} row={row} />}
            {tab === 'files' && (
              <FilesTab definition={definition} policies={policies} row={row} save={record.save} />
            )}
            {tab === 'history' && (
              <HistoryTab
                definition={definition}
                policies={policies}
                rowId={rowId}
                onReverted={record.outdate}
              />
            )}
          </Tabs.Panel>
        </Tabs>
      )}
    </Box>
  )
}
