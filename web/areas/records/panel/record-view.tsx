import { Skeleton, Stack, Tabs } from '@mantine/core'
import { useDeferredValue, useLayoutEffect, useState } from 'react'
import { paths } from '../../../paths.ts'
import { codeOf } from '../../../service/api.ts'
import { useMay, useMoneySight, useSession } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconTrash } from '../../../ui/icons/icons.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import { useSearchState } from '../../../ui/links/use-search.ts'
import { DEALS_PAGE } from '../../../ui/records/record-select.tsx'
import { useIsConnected } from '../../../ui/writing/use-is-connected.ts'
import activityClasses from '../activity/activity.module.css'
import { Activity } from '../activity/activity.tsx'
import { ReachButtons } from '../activity/reach-buttons.tsx'
import { type Asked, RecordComposer } from '../activity/record-composer.tsx'
import type { WayToWrite, WritingSearch } from '../activity/writing.rules.ts'
import { viewerOf, whyLocked } from '../cells/access.ts'
import { usePolicies } from '../cells/use-policies.ts'
import type { GridModel } from '../grid/model/model.ts'
import { QuestionsRegion } from '../grid/view/questions-part.tsx'
import { useSignal } from '../list/signal.ts'
import type { Column, Definition, GridHandle, Row } from '../list/types.ts'
import { CommissionsTab } from './commissions-tab.tsx'
import { Fields } from './fields.tsx'
import classes from './panel.module.css'
import { stageOf } from './record.rules.ts'
import { RecordFacts } from './record-facts.tsx'
import { RecordFiles } from './record-files.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordLinks } from './record-links.tsx'
import { StagePill } from './stage-pill.tsx'
import { useFileAdding } from './use-file-adding.ts'
import { type LoadedRecord, useRecord } from './use-record.ts'
import { useRelated } from './use-related.ts'

interface Props {
  definition: Definition
  rowId: string
  /** On a page of its own, or beside the grid. */
  isPage?: boolean
  /** The rows as the grid has them; absent until it is ready. */
  grid?: Pick<GridHandle, 'neighbour' | 'known'> | undefined
  onOpenRow: (rowId: string) => void
  onClose: () => void
}

/** Everything about one record: its fields, what belongs to it, what happened, and where to write about it. */
export function RecordView(props: Props) {
  return <OneRecord key={props.rowId} {...props} />
}

function OneRecord({ definition, rowId, isPage = false, grid, onOpenRow, onClose }: Props) {
  const record = useRecord(definition, rowId, grid?.known(rowId))
  const head = { definition, rowId, isPage, neighbour: grid?.neighbour, onOpenRow, onClose }
  if (record.error) {
    return (
      <>
        <RecordHead {...head} row={null} />
        <div className={classes.body}>
          {codeOf(record.error) === 'not_found' ? (
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
      </>
    )
  }
  const { read, row } = record
  if (!read || !row) {
    return (
      <>
        <RecordHead {...head} row={null} />
        <Stack className={classes.body} p="sm" aria-busy>
          <Skeleton height={26} />
          <Skeleton height={26} />
          <Skeleton height={26} />
        </Stack>
      </>
    )
  }
  return <Loaded {...head} record={{ ...record, read, row }} />
}

interface LoadedProps {
  definition: Definition
  rowId: string
  isPage: boolean
  neighbour: GridHandle['neighbour'] | undefined
  onOpenRow: (rowId: string) => void
  onClose: () => void
  record: LoadedRecord
}

function Loaded({ record, ...rest }: LoadedProps) {
  const row = record.read
  const head = { ...rest, row }
  const { definition } = head
  const [search, change] = useSearchState<WritingSearch & { tab?: string }>()
  const [asked, setAsked] = useState<Asked>({
    way: search.write,
    to: search.to === undefined ? null : String(search.to),
    times: search.write ? 1 : 0,
  })
  const viewer = viewerOf(useSession())
  const mayWrite = useMay('member')
  const sendsEmail = useIsConnected('email') === true
  const policies = usePolicies(definition.key)
  // The values are drawn first. Inputs, and everything that has to be asked for, come right after.
  const isWhole = useDeferredValue(true, false)
  // What belongs to it takes an unknown room, so what stands below comes with it.
  const [isRelatedKnown, setRelatedKnown] = useState(false)
  const adding = useFileAdding(definition.key, row.id, mayWrite)
  const lockOf = (column: Column) => whyLocked(column, policies, viewer)
  const stage = stageOf(definition.columns)
  const sight = useMoneySight()
  const hasCommissions = definition.key === DEALS_PAGE && sight !== 'none'
  const showsCommissions = hasCommissions && search.tab === 'commissions'
  const write = (way: WayToWrite, to: string) => {
    change({ write: way, to })
    setAsked(({ times }) => ({ way, to, times: times + 1 }))
  }
  return (
    <>
      <RecordHead {...head}>
        {stage && (
          <StagePill
            column={stage}
            value={record.row.cells[stage.key]}
            lock={lockOf(stage)}
            onChoose={(label) => record.write(stage, label)}
          />
        )}
        {mayWrite && <ReachButtons definition={definition} row={row} onWrite={write} />}
      </RecordHead>
      {hasCommissions && (
        <Tabs
          value={showsCommissions ? 'commissions' : 'record'}
          onChange={(tab) => change({ tab: tab === 'commissions' ? tab : undefined } as object)}
        >
          <Tabs.List>
            <Tabs.Tab value="record">Record</Tabs.Tab>
            <Tabs.Tab value="commissions">Commissions</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      <div className={classes.body} data-dropping={adding.isOver || undefined} {...adding.dropping}>
        {showsCommissions ? (
          <CommissionsTab definition={definition} row={row} isPage={head.isPage} />
        ) : (
          <div className={classes.parts}>
            <section className={`${classes.details} ${classes.side}`} aria-label="Details">
              {head.isPage && (
                <>
                  <QuestionsRegion model={record.model} definition={definition} rowId={row.id} />
                  <EditsSaid of={record.model} />
                </>
              )}
              <Fields
                definition={definition}
                policies={policies}
                record={record}
                areInputs={isWhole}
                stage={stage}
                onEmail={mayWrite && sendsEmail ? (to) => write('email', to) : undefined}
                onCall={mayWrite ? (to) => write('call', to) : undefined}
              />
              {isWhole && (
                <>
                  <Related
                    definition={definition}
                    row={row}
                    adding={adding}
                    onKnown={() => setRelatedKnown(true)}
                  />
                  {isRelatedKnown && <RecordFacts definition={definition} row={row} />}
                </>
              )}
            </section>
            <section
              className={`${activityClasses.activity} ${classes.side}`}
              aria-label="Activity"
              style={isRelatedKnown ? undefined : { display: 'none' }}
            >
              {isWhole && (
                <>
                  <RecordComposer
                    definition={definition}
                    row={row}
                    asked={isRelatedKnown ? asked : NOT_ASKED}
                  />
                  <Activity
                    definition={definition}
                    rowId={row.id}
                    mayChange={(column) => lockOf(column) === null}
                    onReverted={record.outdate}
                  />
                </>
              )}
            </section>
          </div>
        )}
      </div>
    </>
  )
}

/** What a screen reader says of an undo. Beside a list of records, the list says it. */
function EditsSaid({ of: { edits } }: { of: GridModel }) {
  return (
    <span role="status" className="visually-hidden">
      {useSignal(edits.message)}
    </span>
  )
}

/** While the composer is not shown, nothing in it can have the focus. */
const NOT_ASKED: Asked = { way: undefined, to: null, times: 0 }

interface RelatedProps {
  definition: Definition
  row: Row
  adding: ReturnType<typeof useFileAdding>
  /** Called once it is known, or cannot be. */
  onKnown: () => void
}

/** What belongs to a record: files, linked rows, conversations, obligations, commissions. */
function Related({ definition, row, adding, onKnown }: RelatedProps) {
  const { isAsking, isPending } = useRelated(definition.key, row.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    if (!isPending) onKnown()
  }, [isPending])
  return (
    <>
      <RecordFiles
        definitionKey={definition.key}
        rowId={row.id}
        isAsking={isAsking}
        adding={adding}
      />
      <RecordLinks definition={definition} row={row} isAsking={isAsking} />
    </>
  )
}
