import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Refused } from '../../../api.ts'
import { usePeople, useSession } from '../../../session.ts'
import { viewerOf, whyLocked } from '../grid/access.rules.ts'
import { shownText } from '../grid/cell-shown.rules.ts'
import type { Column, ColumnPolicy, Definition, Row } from '../grid/types.ts'
import { FieldInput } from './field-input.tsx'
import { RecordFacts } from './record-facts.tsx'
import { Conflict } from './use-record.ts'

interface Props {
  definition: Definition
  policies: readonly ColumnPolicy[]
  row: Row
  save: (cells: Record<string, unknown>, version: number | null) => Promise<void>
}

/** What became of the last value of a field: what is wrong with it, or whose came first. */
type Trouble = { message: string } | { mine: unknown; theirs: Row }

const choices: readonly Column['type'][] = ['checkbox', 'select', 'multi_select', 'person', 'link']

/** All fields of a record, each written by itself. */
export function FieldsTab({ definition, policies, row, save }: Props) {
  const viewer = viewerOf(useSession())
  const [troubles, setTroubles] = useState<Record<string, Trouble>>({})
  const settle = (key: string, trouble?: Trouble) =>
    setTroubles(({ [key]: _, ...rest }) => (trouble ? { ...rest, [key]: trouble } : rest))
  // What is chosen shows at once; what is typed stands in its field anyway.
  const [chosen, choose] = useState<Record<string, unknown>>({})
  const shown = { ...row, cells: { ...row.cells, ...chosen } as Row['cells'] }
  const write = async (column: Column, value: unknown) => {
    if (choices.includes(column.type)) choose((before) => ({ ...before, [column.key]: value }))
    await commit(column, value)
    choose(({ [column.key]: _, ...rest }) => rest)
  }
  const commit = async ({ key }: Column, value: unknown, version: number | null = row.version) => {
    try {
      await save({ [key]: value }, version)
      settle(key)
    } catch (error) {
      if (error instanceof Conflict) {
        // Where only other cells changed, or both wrote the same, there is nothing to decide.
        const cells = error.theirs.cells as Record<string, unknown>
        const before = (row.cells as Record<string, unknown>)[key]
        if (JSON.stringify(cells[key]) === JSON.stringify(before)) {
          await commit({ key } as Column, value, error.theirs.version)
        } else {
          const isSame = JSON.stringify(cells[key]) === JSON.stringify(value)
          settle(key, isSame ? undefined : { mine: value, theirs: error.theirs })
        }
      } else settle(key, { message: messageOf(error) })
    }
  }
  return (
    <Stack gap="sm">
      {definition.columns.map((column) => {
        const trouble = troubles[column.key]
        const policy = policies.find(({ columnId }) => columnId === column.id)
        return (
          <div key={column.id}>
            <FieldInput
              column={column}
              row={shown}
              timeZone={definition.settings.timeZone}
              lock={whyLocked(column, policy, viewer)}
              error={trouble && 'message' in trouble ? trouble.message : null}
              onCommit={(value) => write(column, value)}
            />
            {trouble && 'mine' in trouble && (
              <ConflictNotice
                column={column}
                timeZone={definition.settings.timeZone}
                mine={trouble.mine}
                theirs={trouble.theirs}
                onMine={() => commit(column, trouble.mine, trouble.theirs.version)}
                onTheirs={() => settle(column.key)}
              />
            )}
          </div>
        )
      })}
      <RecordFacts definition={definition} row={row} />
    </Stack>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Refused
    ? (error.failure.issues[0]?.message ?? error.message)
    : error instanceof Error
      ? error.message
      : String(error)

interface ConflictProps {
  column: Column
  timeZone: string
  mine: unknown
  theirs: Row
  onMine: () => void
  onTheirs: () => void
}

function ConflictNotice({ column, timeZone, mine, theirs, onMine, onTheirs }: ConflictProps) {
  const { nameOf } = usePeople()
  const text = (value: unknown) =>
    shownText(column, value, theirs, { nameOf, timeZone }) || 'nothing'
  return (
    <Alert color="yellow" p="xs" mt={4} role="alert">
      <Text size="sm">
        Somebody changed it meanwhile to “
        {text((theirs.cells as Record<string, unknown>)[column.key])}
        ”. Yours is “{text(mine)}”.
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="compact-sm" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="compact-sm" variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  )
}
