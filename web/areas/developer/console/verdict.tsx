import { Alert, Badge, Code, Group, Stack, Table, Text } from '@mantine/core'
import type { Failure, Result } from '../../../../sdk/client.ts'
import { paths } from '../../../paths.ts'
import type { Answer } from '../../../service/api.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleOff,
  IconTransform,
} from '../../../ui/icons/icons.ts'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { AppLink } from '../../../ui/links/app-link.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { type CellResult, type RowResult, rateUseOf, resultsOf } from './console.rules.ts'

interface Props {
  definition: Definition
  result: Result<Answer<'ingest.writeRows'> | Answer<'ingest.writeRecords'>>
  dryRun: boolean
}

const SHOWN_ROWS = 20

/** What happened to the request, or why nothing did. */
export function Verdict({ definition, result, dryRun }: Props) {
  return (
    <Stack gap="sm">
      {result.ok ? (
        <Accepted definition={definition} rows={resultsOf(result)} dryRun={dryRun} />
      ) : (
        <RefusedWrite failure={result} />
      )}
      <RateLine headers={result.headers} />
    </Stack>
  )
}

interface AcceptedProps {
  definition: Definition
  rows: RowResult[]
  dryRun: boolean
}

function Accepted({ definition, rows, dryRun }: AcceptedProps) {
  const what = rows.length === 1 ? 'The row' : `The ${rows.length} rows`
  const title = dryRun
    ? `${what} would be stored like this. Nothing was written.`
    : `${what} ${rows.length === 1 ? 'is' : 'are'} stored`
  return (
    <>
      <Alert color={dryRun ? 'harbor' : 'green'} title={title} icon={<IconCheck aria-hidden />}>
        {dryRun ? (
          <Text size="sm">You will get the same answer when you send it for real.</Text>
        ) : (
          <Group gap="sm">
            <Text size="sm">{countsOf(rows)}</Text>
            {rows[0]?.id && (
              <AppLink to={paths.record(definition.key, rows[0].id)} c="inherit" underline="always">
                Open in the grid
              </AppLink>
            )}
          </Group>
        )}
      </Alert>
      {rows.slice(0, SHOWN_ROWS).map((row, at) => (
        <ReceiptTable
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a request are identified by their place
          key={at}
          title={rows.length === 1 ? undefined : `Row ${at + 1}`}
          row={row}
        />
      ))}
      {rows.length > SHOWN_ROWS && (
        <Text size="sm">… and {rows.length - SHOWN_ROWS} more rows.</Text>
      )}
    </>
  )
}

/** For records, which of them already existed. */
function countsOf(rows: RowResult[]): string {
  const count = (outcome: RowResult['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length
  const counts = (['created', 'updated', 'replayed'] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `${count(outcome)} ${outcome}`)
  return counts.length > 0 ? `${counts.join(', ')}.` : `Position ${rows[0]?.position ?? '–'}.`
}

function ReceiptTable({ title, row }: { title: string | undefined; row: RowResult }) {
  return (
    <div>
      {title && (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      )}
      <WideTable label={`Receipt ${title ?? ''}`.trim()} minWidth={280}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>What happened</Table.Th>
            <Table.Th visibleFrom="sm">Stored</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.cells.map((cell) => (
            <Table.Tr key={`${cell.outcome} ${cell.column}`}>
              <Table.Td>
                <Code>{cell.column}</Code>
              </Table.Td>
              <Table.Td>
                <Outcome of={cell} />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                {cell.outcome !== 'ignored' && <Text size="sm">{cell.value}</Text>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </div>
  )
}

const marks = {
  filled: { color: 'green', Icon: IconCheck },
  converted: { color: 'harbor', Icon: IconTransform },
  ignored: { color: 'yellow', Icon: IconCircleOff },
}

function Outcome({ of: cell }: { of: CellResult }) {
  const { color, Icon } = marks[cell.outcome]
  return (
    <Group gap={6}>
      <Badge
        variant="default"
        miw="max-content"
        leftSection={<Icon size={12} color={`var(--mantine-color-${color}-filled)`} aria-hidden />}
      >
        {cell.outcome}
      </Badge>
      {cell.sent !== undefined && <Text size="sm">from “{cell.sent}”</Text>}
      {cell.outcome === 'ignored' ? (
        <Text size="sm">{cell.value}</Text>
      ) : (
        <Text size="sm" hiddenFrom="sm">
          {cell.sent === undefined ? cell.value : `to “${cell.value}”`}
        </Text>
      )}
    </Group>
  )
}

function RefusedWrite({ failure }: { failure: Failure }) {
  return (
    <Alert
      color="red"
      title={`Refused (${failure.status || 'no answer'}). Nothing was written.`}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm">{failure.message}</Text>
        {failure.errors.length > 0 && (
          <WideTable label="Problems" minWidth={240}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Row</Table.Th>
                <Table.Th>Problem</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failure.errors.map(({ index, column, message }) => (
                <Table.Tr key={`${index} ${column} ${message}`}>
                  <Table.Td>{index + 1}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
        <Text size="xs" c="dimmed">
          Code {failure.code}
          {failure.requestId && `, request ${failure.requestId}`}
        </Text>
      </Stack>
    </Alert>
  )
}

function RateLine({ headers }: { headers: Headers }) {
  const use = rateUseOf(headers)
  if (!use) return null
  const retryAfter = headers.get('retry-after')
  return (
    <Text size="sm" c="dimmed">
      This key has {use.remaining} of {use.limit} write requests left in these 60 seconds
      {use.reset > 0 && `; all are available again in ${use.reset} s`}
      {retryAfter && `; try again in ${retryAfter} s`}.
    </Text>
  )
}
