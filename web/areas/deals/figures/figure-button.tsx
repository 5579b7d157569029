import { UnstyledButton } from '@mantine/core'
import { useDealView } from '../deal/deal-view.tsx'
import type { FigureName, Split } from '../deal/types.ts'
import classes from './figure-button.module.css'
import { balanceText, figureLabels, figureOf } from './figures.rules.ts'

interface Props {
  split: Split
  name: FigureName
  onExplain: (split: Split, name: FigureName) => void
}

/** A figure of a split; pressing it shows how it is calculated. What can be drawn now is bold, and nothing is a dash. */
export function FigureButton({ split, name, onExplain }: Props) {
  const { money, nameOf } = useDealView()
  const amount = figureOf(split, name)
  const text = balanceText(amount, money)
  return (
    <UnstyledButton
      className={classes.figure}
      data-none={amount === 0 || undefined}
      data-name={name}
      data-owed={amount < 0 || undefined}
      aria-label={`${figureLabels[name]} of ${nameOf(split)}: ${text}. How is it calculated?`}
      onClick={() => onExplain(split, name)}
    >
      {amount === 0 ? '–' : text}
    </UnstyledButton>
  )
}
