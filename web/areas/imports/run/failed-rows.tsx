import { Button, Skeleton, Stack, Table, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { useAnswer, usePages } from '../../../service/api.ts'
import { loadReasons } from '../../../service/failures/reasons.ts'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { IconDownload } from '../../../ui/icons/icons.ts'
import { More } from '../../../ui/layout/more.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { nameIn } from '../questions/mapping.rules.ts'
import { withOwnId } from '../questions/own-id.rules.ts'
import type { Run } from '../questions/types.ts'

// Failures of an import carry reasons although they are not refusals, so their words are loaded here.
void loadReasons()

const words = {
  refused: {
    title: 'Refused rows',
    description:
      'These rows were not imported. Download them with the reasons, fix them, and import the file again.',
  },
  left_empty: {
    title: 'Cells left empty',
    description:
      'These rows were imported without the cells named here, because the values did not fit.',
  },
}

interface Props {
  definitionKey: string
  run: Run
  which: keyof typeof words
}

/** The rows that were refused, or that lack cells, with reasons, and a file of all of them to correct. */
export function FailedRows({ definitionKey: key, run, which }: Props) {
  const failures = usePages('definitions.listImportFailures', {
    params: { key, runId: run.id },
    query: { limit: 50, which },
  })
  const { data } = useAnswer('definitions.get', { params: { key } })
  const columns = data ? withOwnId(data.data).columns : []
  const headers = [...new Set(failures.items.flatMap(({ values }) => Object.keys(values)))]
  return (
    <Section
      title={words[which].title}
      description={words[which].description}
      actions={
        <Button
          component="a"
          href={paths.importFailures(key, run.id, which)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download as CSV
        </Button>
      }
    >
      {failures.error && <FailureAlert error={failures.error} onRetry={failures.refetch} />}
      {failures.isPending && <Skeleton height={120} />}
      {failures.items.length > 0 && (
        <WideTable label={words[which].title} minWidth={300}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Line</Table.Th>
              <Table.Th>Problem</Table.Th>
              {headers.map((header) => (
                <Table.Th key={header} visibleFrom="sm">
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failures.items.map(({ line, values, errors }) => (
              <Table.Tr key={line} style={{ verticalAlign: 'top' }}>
                <Table.Td>{line}</Table.Td>
                <Table.Td miw={{ base: 200, sm: 340 }} style={{ overflowWrap: 'anywhere' }}>
                  {errors.map((error) => (
                    <Text key={`${error.column} ${error.message}`} size="sm">
                      {valueWords(error, nameIn(columns, error.column))}
                    </Text>
                  ))}
                  <Stack gap={0} mt={6} hiddenFrom="sm">
                    {headers
                      .filter((header) => values[header])
                      .map((header) => (
                        <Text key={header} size="xs" c="dimmed">
                          {header}: {values[header]}
                        </Text>
                      ))}
                  </Stack>
                </Table.Td>
                {headers.map((header) => (
                  <Table.Td key={header} visibleFrom="sm" miw={110}>
                    {values[header]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      <More of={failures} />
    </Section>
  )
}
