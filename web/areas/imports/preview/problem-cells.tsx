import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Problem, valuesOf } from '../questions/problems.rules.ts'

interface Props {
  problem: Problem
  /** Of the column. */
  name: string
  /** Corrects the cells at these lines; false if an import takes no more corrections. */
  onCorrect: (lines: readonly number[], value: string) => boolean
}

/** More cells than these are easier to correct in a spreadsheet. */
const MOST_SHOWN = 50

/** The cells that have a problem, to be corrected one by one, or all that have the same value at once. */
export function ProblemCells({ problem, name, onCorrect }: Props) {
  const [isFull, setFull] = useState(false)
  const { where, count } = problem
  const lines = new Map(valuesOf(problem).map(({ sent, lines }) => [sent, lines]))
  const correct = (at: readonly number[], value: string) => setFull(!onCorrect(at, value))
  return (
    <Stack gap="xs" role="group" aria-label={`Correct ${name}`}>
      <Text size="sm" fw={600}>
        Correct {name}
      </Text>
      {isFull && (
        <Alert color="yellow" title="Too many corrections">
          An import takes up to 10,000. Correct the file itself, and import it again.
        </Alert>
      )}
      {where.slice(0, MOST_SHOWN).map(({ line, sent }) => (
        <ProblemCell
          // A value that was corrected and still does not fit starts over.
          key={`${line} ${sent}`}
          line={line}
          sent={sent}
          alike={lines.get(sent) ?? [line]}
          onCorrect={correct}
        />
      ))}
      {count > MOST_SHOWN && (
        <Text size="sm" c="dimmed">
          The first {MOST_SHOWN} of {count.toLocaleString()}. Correct these to see more.
        </Text>
      )}
    </Stack>
  )
}

interface CellProps {
  line: number
  sent: string
  /** The lines with the same value in the column. */
  alike: readonly number[]
  onCorrect: (lines: readonly number[], value: string) => void
}

function ProblemCell({ line, sent, alike, onCorrect }: CellProps) {
  const [typed, setTyped] = useState(sent)
  const isChanged = typed !== sent
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" w={80}>
        Line {line.toLocaleString()}
      </Text>
      <TextInput
        aria-label={`Line ${line}`}
        w={{ base: 168, sm: 280 }}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && isChanged) onCorrect([line], typed)
        }}
      />
      <Button
        variant="default"
        size="compact-sm"
        disabled={!isChanged}
        onClick={() => onCorrect([line], typed)}
      >
        Correct
      </Button>
      {alike.length > 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!isChanged}
          onClick={() => onCorrect(alike, typed)}
        >
          Correct all {alike.length.toLocaleString()} with this value
        </Button>
      )}
    </Group>
  )
}
