import { Box, Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { valueWords } from '../../../service/failures/refused-value.rules.ts'
import { IconPencil } from '../../../ui/icons/icons.ts'
import type { Problem } from '../questions/problems.rules.ts'

interface Props {
  problem: Problem
  /** The name of its column; a problem of a whole row has none. */
  name: string | undefined
  /** Whether its values can be corrected. */
  isMapped: boolean
  isPhone: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** What happens, or the choice of it. */
  children: ReactNode
}

export function ProblemRow(props: Props) {
  const { problem, name, isMapped, isPhone, isOpen, onOpen, children } = props
  const { count } = problem
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>{name ?? 'The row'}</Table.Td>
      <Table.Td miw={isPhone ? 0 : 180} style={{ overflowWrap: 'anywhere' }}>
        {valueWords(problem)}
        {/* Beside the others, it would be outside the screen. */}
        {isPhone && <Box mt={6}>{children}</Box>}
      </Table.Td>
      <Table.Td>
        {isMapped ? (
          <Button
            variant={isOpen ? 'light' : 'subtle'}
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`Edit ${count} of ${name}`}
            rightSection={<IconPencil size={14} aria-hidden />}
            onClick={() => onOpen(!isOpen)}
          >
            {count.toLocaleString()}
          </Button>
        ) : (
          count.toLocaleString()
        )}
      </Table.Td>
      {!isPhone && <Table.Td>{children}</Table.Td>}
    </Table.Tr>
  )
}
