import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { codeOf } from '../../../service/api.ts'
import { useDealView } from '../deal/deal-view.tsx'
import { Parts } from './parts.tsx'
import { afterClawback, candidatesOf, withEverybody } from './parts-preview.rules.ts'
import type { Divided, usePartsPreview } from './use-parts-preview.ts'

interface Props {
  of: Divided
  preview: ReturnType<typeof usePartsPreview>
  /** Shows why there is none. */
  refusal: (error: unknown) => ReactNode
}

const titles = { collection: 'Who gets how much', clawback: 'Who gives back how much' }

/** The parts of an amount that is being typed, before anything is posted. Everybody is listed from the start. */
export function PartsPreview({ of, preview, refusal }: Props) {
  const { splits, money } = useDealView()
  const { parts, isCurrent, error } = preview
  // While the service is away, the form says so itself.
  if (error && codeOf(error) !== 'unreachable') return refusal(error)
  const owes = (dealSplitId: number | null, amountMinor: number | undefined) => {
    const after = of === 'clawback' && afterClawback(splits, dealSplitId, amountMinor)
    return after && after < 0 ? `will owe ${money(-after)}` : null
  }
  return (
    <Box
      component="section"
      aria-label={titles[of]}
      aria-live="polite"
      aria-busy={parts !== undefined && !isCurrent}
    >
      <Text size="sm" fw={500} mb={4}>
        {titles[of]}
      </Text>
      <Box opacity={parts === undefined || isCurrent ? 1 : 0.6}>
        <Parts parts={withEverybody(candidatesOf(of, splits), parts)} noteOf={owes} />
      </Box>
    </Box>
  )
}
