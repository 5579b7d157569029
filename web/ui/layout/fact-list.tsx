import { SimpleGrid, Text } from '@mantine/core'

/** Labels and values that cannot be changed here. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [label: string, value: string])[]
}) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} m={0}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
