import { Group, Stack, Table, Text } from '@mantine/core'
import type { Data } from '../../service/api.ts'
import { loadReasons } from '../../service/failures/reasons.ts'
import { valueWords } from '../../service/failures/refused-value.rules.ts'
import { useShownAddress } from '../values/use-phone-text.ts'

// Previews carry reasons although they are not refusals, so their words are loaded here.
void loadReasons()

type Preview = Data<'definitions.previewColumnType'>

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** How many cells stay, are converted or are lost, with examples. */
export function TypePreview({ preview }: { preview: Preview }) {
  const { filled, same, converted, lost, samples } = preview
  const address = useShownAddress()
  const shown = (value: unknown) => address(textOf(value))
  const figures: [string, number][] = [
    ['filled', filled],
    ['stay as they are', same],
    ['are converted', converted],
    ['are lost', lost],
  ]
  return (
    <Stack gap="xs" role="status">
      <Group gap="lg">
        {figures.map(([label, count]) => (
          <div key={label}>
            <Text fw={600} c={label === 'are lost' && count > 0 ? 'red' : undefined}>
              {count.toLocaleString()}
            </Text>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
          </div>
        ))}
      </Group>
      {samples.length > 0 && (
        <Table.ScrollContainer minWidth={260} mah={220}>
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Now</Table.Th>
                <Table.Th>After</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {samples.map(({ rowId, from, to, why, ...rest }) => (
                <Table.Tr key={rowId}>
                  <Table.Td>{shown(from)}</Table.Td>
                  <Table.Td>
                    {why === null ? shown(to) : `Lost: ${valueWords({ message: why, ...rest })}`}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}
