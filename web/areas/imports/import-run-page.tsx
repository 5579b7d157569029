import { Alert, Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { codeOf, useAnswer } from '../../service/api.ts'
import { failedWords } from '../../service/failures/refused-value.rules.ts'
import { useMay, usePeople } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconAlertTriangle, IconPlayerStop } from '../../ui/icons/icons.ts'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { Time } from '../../ui/values/time.tsx'
import { ignoredWords, oddWords } from './questions/file-notes.rules.ts'
import type { Run } from './questions/types.ts'
import { CancelImport } from './run/cancel-import.tsx'
import { FailedRows } from './run/failed-rows.tsx'
import { percentOf, timeLeft } from './run/progress.rules.ts'
import { RedoImport } from './run/redo-import.tsx'
import { runName } from './run/run-name.rules.ts'
import { RunStatus } from './run/run-status.tsx'
import { UndoImport } from './run/undo-import.tsx'

/** How often a running import is checked. */
const LOOK_MS = 1000

/** An import: its progress while it runs, then its result, refused rows and the undo. */
export function ImportRunPage() {
  const { key = '', runId = '' } = useParams({ strict: false })
  const params = { key, runId }
  const { data, error, refetch } = useAnswer('definitions.getImport', { params })
  const page = useAnswer('definitions.get', { params: { key } })
  if (codeOf(error) === 'not_found') return <NotFoundPage />
  const run = data?.data
  const name = page.data?.data.name
  return (
    <Page>
      <PageHeader
        title={run ? `Import: ${runName(run)}` : 'Import'}
        beside={run && <RunStatus run={run} />}
        description={run && <Origin run={run} />}
        actions={
          <Group gap="md">
            <AppLink size="sm" to={paths.imports(key)}>
              All imports
            </AppLink>
            <AppLink size="sm" to={paths.records(key)}>{`Open ${name ?? 'the rows'}`}</AppLink>
          </Group>
        }
      />
      {error && <FailureAlert error={error} onRetry={refetch} />}
      {!run && !error && <Skeleton height={120} />}
      {run && <RunOf definitionKey={key} run={run} />}
    </Page>
  )
}

function RunOf({ definitionKey, run }: { definitionKey: string; run: Run }) {
  const settled = run.finishedAt !== null
  const isUndone = run.status === 'undone'
  const isCancelled = run.status === 'cancelled'
  const mayUndo = useMay('member') && settled && run.imported > 0 && !isCancelled
  return (
    <Stack>
      {!settled && <Working definitionKey={definitionKey} run={run} />}
      {isCancelled && (
        <Alert color="gray" title="This import was cancelled" icon={<IconPlayerStop aria-hidden />}>
          {wentToTrash(run)}
        </Alert>
      )}
      {run.error && (
        <Alert color="red" title="The import stopped" icon={<IconAlertTriangle aria-hidden />}>
          {failedWords(run)}
        </Alert>
      )}
      <Counts run={run} />
      {run.ignored && <Text size="sm">{ignoredWords(run.ignored)}</Text>}
      {run.oddCharacters && <Text size="sm">{oddWords(run.oddCharacters)}</Text>}
      {(isUndone || mayUndo) && (
        // An element around both, so that the focus stays when one replaces the other.
        <div>
          {isUndone ? (
            <RedoImport definitionKey={definitionKey} run={run} />
          ) : (
            <UndoImport definitionKey={definitionKey} run={run} />
          )}
        </div>
      )}
      {settled && run.failed > 0 && (
        <FailedRows definitionKey={definitionKey} run={run} which="refused" />
      )}
      {settled && run.leftEmpty && (
        <FailedRows definitionKey={definitionKey} run={run} which="left_empty" />
      )}
    </Stack>
  )
}

function wentToTrash({ undoneCount = 0, keptCount = 0 }: Run): string {
  const went =
    undoneCount === 1
      ? 'The row that it had added is'
      : `The ${undoneCount.toLocaleString()} rows that it had added are`
  const gone = undoneCount === 0 ? 'It had added no rows.' : `${went} in the trash.`
  return keptCount > 0 ? `${gone} Rows that it updated keep their new values.` : gone
}

function Origin({ run }: { run: Run }) {
  const { nameOf } = usePeople()
  return (
    <>
      {run.actorUserId === null ? 'Sent by a key ' : `Imported by ${nameOf(run.actorUserId)} `}
      <Time at={run.createdAt} />
      {run.undoneAt && (
        <>
          {` · ${run.status === 'cancelled' ? 'Cancelled' : 'Undone'} by ${nameOf(run.undoneBy ?? null)} `}
          <Time at={run.undoneAt} />
        </>
      )}
    </>
  )
}

function Working({ definitionKey, run }: { definitionKey: string; run: Run }) {
  useAnswer(
    'definitions.getImport',
    { params: { key: definitionKey, runId: run.id } },
    { refetchInterval: LOOK_MS },
  )
  const { progress } = run
  const mayCancel = useMay('member')
  if (!progress) return null
  const percent = percentOf(progress)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {run.cancelledAt
            ? 'Cancelling: its rows go to the trash…'
            : `${progress.done.toLocaleString()} of ${progress.total.toLocaleString()} rows · ${timeLeft(progress)}`}
        </Text>
        <Text size="sm">{percent}%</Text>
      </Group>
      <Progress value={percent} animated aria-label="Import progress" size="lg" />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          It continues if you leave this page.
        </Text>
        {mayCancel && !run.cancelledAt && <CancelImport definitionKey={definitionKey} run={run} />}
      </Group>
    </Stack>
  )
}

function Counts({ run }: { run: Run }) {
  const facts: [string, number][] = [
    ['Rows', run.total],
    ['Imported', run.imported],
    ['Refused', run.failed],
    ...(run.leftEmpty ? ([['Cells left empty', run.leftEmpty]] as [string, number][]) : []),
    ...(run.kept ? ([['Kept as text', run.kept]] as [string, number][]) : []),
    // More than the file has rows if its links made some.
    [
      run.standing > run.imported ? 'Rows in place, with linked rows' : 'Rows still in place',
      run.standing,
    ],
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: facts.length }} m={0}>
      {facts.map(([name, count]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fz="xl" fw={600}>
            {count.toLocaleString()}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
