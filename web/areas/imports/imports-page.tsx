import { Button, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { codeOf, type Item, useAnswer, usePages } from '../../service/api.ts'
import { useMay, usePeople } from '../../service/session.ts'
import { FailureAlert } from '../../ui/failures/failure-alert.tsx'
import { IconTableImport } from '../../ui/icons/icons.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { More } from '../../ui/layout/more.tsx'
import { NotFoundPage } from '../../ui/layout/not-found.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { WideTable } from '../../ui/layout/wide-table.tsx'
import { AppLink } from '../../ui/links/app-link.tsx'
import { useGo } from '../../ui/links/use-go.ts'
import { Time } from '../../ui/values/time.tsx'
import { runName } from './run/run-name.rules.ts'
import { RunStatus } from './run/run-status.tsx'

/** Everything that arrived together: files, recorded imports, and batches from keys. */
export function ImportsPage() {
  const { key = '' } = useParams({ strict: false })
  const { data } = useAnswer('definitions.get', { params: { key } })
  const runs = usePages('definitions.listImports', { params: { key }, query: { limit: 50 } })
  const mayWrite = useMay('member')
  const go = useGo()
  if (codeOf(runs.error) === 'not_found') return <NotFoundPage />
  const name = data?.data.name
  const importFile = mayWrite && (
    <Button
      leftSection={<IconTableImport size={16} aria-hidden />}
      onClick={() => go(paths.newImport(key))}
    >
      Import file
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={name ? `${name}: imports` : 'Imports'}
        description="Files, and batches sent by keys. Each can be undone as a whole."
        actions={
          <>
            <AppLink size="sm" to={paths.records(key)}>{`Open ${name ?? 'the rows'}`}</AppLink>
            {runs.items.length > 0 && importFile}
          </>
        }
      />
      {runs.error && <FailureAlert error={runs.error} onRetry={runs.refetch} />}
      {runs.isPending && <Skeleton height={160} />}
      {runs.isSuccess && runs.items.length === 0 && (
        <EmptyState icon={IconTableImport} title="No imports yet" action={importFile}>
          {mayWrite
            ? 'Import a CSV file or an Excel workbook. You get a preview of the rows first.'
            : 'Files that members import appear here, with their results.'}
        </EmptyState>
      )}
      {runs.items.length > 0 && <RunTable definitionKey={key} runs={runs.items} />}
      <More of={runs}>Older imports</More>
    </Page>
  )
}

type Run = Item<'definitions.listImports'>

interface TableProps {
  definitionKey: string
  runs: Run[]
}

function RunTable({ definitionKey, runs }: TableProps) {
  return (
    <WideTable label="Imports" minWidth={300}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th visibleFrom="sm">When</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Rows
          </Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Imported
          </Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Refused
          </Table.Th>
          <Table.Th visibleFrom="sm" ta="right">
            Still here
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td>
              <AppLink to={paths.importRun(definitionKey, run.id)} fw={600} size="sm">
                {runName(run)}
              </AppLink>
              <Stack gap={4} mt={4} align="flex-start" hiddenFrom="sm">
                <Origin run={run} />
                <RunStatus run={run} />
                <Text size="sm">{countWords(run)}</Text>
              </Stack>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Origin run={run} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <RunStatus run={run} />
            </Table.Td>
            {[run.total, run.imported, run.failed, run.standing].map((count, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four columns, always in this order
              <Table.Td key={at} visibleFrom="sm" ta="right">
                {count.toLocaleString()}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Origin({ run }: { run: Run }) {
  const { nameOf } = usePeople()
  return (
    <Text size="sm">
      <Time at={run.createdAt} />
      {run.actorUserId === null ? ' by a key' : ` by ${nameOf(run.actorUserId)}`}
    </Text>
  )
}

/** The counts as a line of text, for phones, which have no room for columns of numbers. */
const countWords = ({ total, imported, failed, standing }: Run): string =>
  [
    `${imported.toLocaleString()} of ${total.toLocaleString()} imported`,
    ...(failed > 0 ? [`${failed.toLocaleString()} refused`] : []),
    `${standing.toLocaleString()} still here`,
  ].join(', ')
