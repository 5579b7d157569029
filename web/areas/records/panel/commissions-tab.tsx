import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { isMoney } from '../../../../shared/column-types.ts'
import { titleOf } from '../../../ui/records/row-title.rules.ts'
import type { Definition, Row } from '../list/types.ts'

const RecordCommissions = lazy(() =>
  import('../../deals/record-commissions.tsx').then((m) => ({ default: m.RecordCommissions })),
)

/** The column of a new workspace's deals with the amount that shares of the funded amount are of. */
const FUNDED = 'funded_amount'

interface Props {
  definition: Definition
  row: Row
  /** Whether the record has the whole window. */
  isPage: boolean
}

/** The commissions of a deal's record. */
export function CommissionsTab({ definition, row, isPage }: Props) {
  const { currency } =
    definition.columns.find(({ key, type }) => key === FUNDED && isMoney(type))?.settings ?? {}
  const amount = row.cells[FUNDED]
  const funded = currency && typeof amount === 'number' ? { major: amount, currency } : undefined
  return (
    <Box p="sm">
      <Suspense fallback={<Skeleton height={160} role="status" aria-label="Loading" />}>
        <RecordCommissions
          narrow={!isPage}
          record={{ rowId: row.id, title: titleOf(row.cells, definition.columns), funded }}
        />
      </Suspense>
    </Box>
  )
}
