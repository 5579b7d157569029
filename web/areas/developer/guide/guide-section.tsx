import { Accordion, Badge, Code, Group, Table, Text } from '@mantine/core'
import { Section } from '../../../ui/section.tsx'
import { WideTable } from '../../../ui/wide-table.tsx'
import type { Guide } from '../developer.rules.ts'

/** What each column takes, what a key may do in a minute, and what refusals mean. */
export function GuideSection({ guide }: { guide: Guide }) {
  return (
    <Section
      title="What each column takes"
      description="A key names a column by its key, its id or its name. What must be converted is, and the answer says so; what it does not know it ignores, and says that too."
    >
      <WideTable label="Columns" minWidth={820}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>Takes</Table.Th>
            <Table.Th>Converts</Table.Th>
            <Table.Th>Example</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {guide.columns.map((column) => (
            <Table.Tr key={column.column}>
              <Table.Td>
                <Group gap={6}>
                  <Code>{column.column}</Code>
                  {column.required && <Mark text="required" />}
                  {column.unique && <Mark text="unique" />}
                </Group>
                <Text size="xs" c="dimmed">
                  {column.name} · {column.type}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{column.accepts}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{column.converts}</Text>
              </Table.Td>
              <Table.Td>
                {column.example !== null && column.example !== '' && (
                  <Code>{JSON.stringify(column.example)}</Code>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Accordion variant="contained" order={3}>
        <Accordion.Item value="limits">
          <Accordion.Control>Limits</Accordion.Control>
          <Accordion.Panel>
            <Pairs
              heads={['Limit', 'Value']}
              rows={guide.limits.map(({ limit, value }) => [limit, value])}
            />
            <Text size="sm" mt="xs">
              A limit of requests holds for any 60 seconds, not for minutes of the clock. Every
              answer says how many are left (<Code>RateLimit-Remaining</Code>), and one that is
              refused with 429 after how many seconds the next will succeed (
              <Code>Retry-After</Code>).
            </Text>
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="errors">
          <Accordion.Control>What refusals mean</Accordion.Control>
          <Accordion.Panel>
            <Pairs
              heads={['Status and code', 'Meaning', 'What to do']}
              rows={guide.errors.map(({ status, code, meaning, remedy }) => [
                `${status} ${code}`,
                meaning,
                remedy,
              ])}
            />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Section>
  )
}

const Mark = ({ text }: { text: string }) => (
  <Badge variant="light" color="gray" tt="none">
    {text}
  </Badge>
)

function Pairs({ heads, rows }: { heads: [string, ...string[]]; rows: string[][] }) {
  return (
    <WideTable label={heads[0]} minWidth={480}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row[0]}>
            {row.map((text) => (
              <Table.Td key={text}>{text}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
