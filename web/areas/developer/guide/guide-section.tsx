import { Accordion, Badge, Code, Group, Stack, Table, Text } from '@mantine/core'
import { Section } from '../../../ui/layout/section.tsx'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import type { Guide } from '../board/developer.rules.ts'

/** What each column takes, how much a key may do per minute, and what refusals mean. */
export function GuideSection({ guide }: { guide: Guide }) {
  return (
    <Section
      title="What each column takes"
      description="Name a column by its key, its id or its name. The answer says which values were converted, and which unknown columns were ignored."
    >
      <WideTable label="Columns" minWidth={300}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th visibleFrom="sm">Takes</Table.Th>
            <Table.Th visibleFrom="sm">Converts</Table.Th>
            <Table.Th visibleFrom="sm">Example</Table.Th>
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
                <Stack
                  gap={4}
                  mt={4}
                  align="flex-start"
                  hiddenFrom="sm"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  <Text size="sm">Takes: {column.accepts}</Text>
                  {column.converts && <Text size="sm">Converts: {column.converts}</Text>}
                  <Example of={column} />
                </Stack>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm">{column.accepts}</Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm">{column.converts}</Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Example of={column} />
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
              Request limits apply to any 60 seconds, not to clock minutes. Every answer says how
              many requests are left (<Code>RateLimit-Remaining</Code>). A 429 also says how many
              seconds to wait (<Code>Retry-After</Code>).
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

function Example({ of: { example } }: { of: Guide['columns'][number] }) {
  return example === null || example === '' ? null : <Code>{JSON.stringify(example)}</Code>
}

const Mark = ({ text }: { text: string }) => (
  <Badge variant="light" color="gray" tt="none">
    {text}
  </Badge>
)

/** Text between backticks in the guide is code. */
const withCode = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
  text.split('`').map((part, at) => (at % 2 === 1 ? <Code key={at}>{part}</Code> : part))

/** The first cell of each row names it; on a phone the others are below it. */
function Pairs({ heads, rows }: { heads: [string, ...string[]]; rows: string[][] }) {
  return (
    <WideTable label={heads[0]} minWidth={200}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head, at) => (
            <Table.Th key={head} visibleFrom={at > 0 ? 'sm' : undefined}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name = '', ...texts]) => (
          <Table.Tr key={name}>
            <Table.Td>
              {name}
              <Stack gap={2} c="dimmed" hiddenFrom="sm">
                {texts.map((text) => (
                  <span key={text}>{withCode(text)}</span>
                ))}
              </Stack>
            </Table.Td>
            {texts.map((text) => (
              <Table.Td key={text} visibleFrom="sm">
                {withCode(text)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
