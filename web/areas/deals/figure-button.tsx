import { UnstyledButton } from '@mantine/core'
import { useDealView } from './deal-view.tsx'
import classes from './figure-button.module.css'
import { figureLabels } from './figures.rules.ts'
import type { FigureName, Stake } from './types.ts'

interface Props {
  stake: Stake
  name: FigureName
  onExplain: (stake: Stake, name: FigureName) => void
}

/** A figure of a stake, which tells how it comes about when it is asked. */
export function FigureButton({ stake, name, onExplain }: Props) {
  const { money, nameOf } = useDealView()
  const amount = stake.availability[name]
  return (
    <UnstyledButton
      className={classes.figure}
      data-none={amount === 0 || undefined}
      data-owed={amount < 0 || undefined}
      aria-label={`${figureLabels[name]} of ${nameOf(stake)}: ${money(amount)}. How does it come about?`}
      onClick={() => onExplain(stake, name)}
    >
      {money(amount)}
    </UnstyledButton>
  )
}
