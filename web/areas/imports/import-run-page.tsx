import { Alert, Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { codeOf, useAnswer } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useMay, usePeople } from '../../session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { Time } from '../../ui/values/time.tsx'
import { FailedRows } from './failed-rows.tsx'
import type { Run } from './import-questions.ts'
import { RedoImport } from './redo-import.tsx'
import { runName } from './run-name.rules.ts'
import { RunStatus } from './run-status.tsx'
import { UndoImport } from './undo-import.tsx'

/** How often a running import is checked. */
const LOOK_MS = 1000

/** An import: its progress while it runs, then its result, refused rows and the undo. */
export function ImportRunPage() {
  const { key = '', runId = '' } = useParams({ strict: false })
  const params = { key, runId }
  const { data, error, refetch } = useAnswer('definitions.getImport', { params })
  if (codeOf(error) === 'not_found') return <NotFoundPage />
  const run = data?.data
  return (
    <Page>
      <PageHeader
        title={run ? `Import: ${runName(run)}` : 'Import'}
        beside={run && <RunStatus status={run.status} />}
        description={run && <Origin run={run} />}
        actions={
          <Group gap="md">
            <AppLink to={paths.imports(key)}>All imports</AppLink>
            <AppLink to={paths.records(key)}>Open the grid</AppLink>
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
  const mayUndo = useMay('member') && settled && run.imported > 0
  return (
    <Stack>
      {!settled && <Working definitionKey={definitionKey} run={run} />}
      {run.error && (
        <Alert color="red" title="The import stopped" icon={<IconAlertTriangle aria-hidden />}>
          {run.error}
        </Alert>
      )}
      <Counts definitionKey={definitionKey} run={run} />
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

function Origin({ run }: { run: Run }) {
  const { nameOf } = usePeople()
  return (
    <>
      {run.actorUserId === null ? 'Sent by a key ' : `Imported by ${nameOf(run.actorUserId)} `}
      <Time at={run.createdAt} />
      {run.undoneAt && (
        <>
          {` · Undone by ${nameOf(run.undoneBy ?? null)} `}
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
  const done = run.imported + run.failed
  const percent = run.total === 0 ? 0 : (done / run.total) * 100
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {done.toLocaleString()} of {run.total.toLocaleString()} rows
        </Text>
        <Text size="sm">{Math.floor(percent)}%</Text>
      </Group>
      <Progress value={percent} animated aria-label="Import progress" size="lg" />
      <Text size="sm" c="dimmed">
        It continues if you leave this page.
      </Text>
    </Stack>
  )
}

function Counts({ definitionKey: key, run }: { definitionKey: string; run: Run }) {
  const name = useAnswer('definitions.get', { params: { key } }).data?.data.name
  const facts: [string, number][] = [
    ['Rows', run.total],
    ['Imported', run.imported],
    ['Refused', run.failed],
    ...(run.leftEmpty ? ([['Cells left empty', run.leftEmpty]] as [string, number][]) : []),
    [name ? `Still in ${name}` : 'Still here', run.standing],
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
