import { Group, Text } from '@mantine/core'
import { useMay } from '../../../service/session.ts'
import { useDealView, useWholeDeal } from '../deal/deal-view.tsx'
import { partText } from '../deal/shares.rules.ts'
import { Swatch, toneOf } from '../deal/swatch.tsx'
import classes from '../deal/tones.module.css'
import type { Figured } from '../deal/types.ts'
import { figureOf } from './figures.rules.ts'

interface Part {
  id: number | null
  name: string
  tone: string
  /** The whole of it, as the table shows it. */
  entitled: number
  collected: number
  /** The amount given back of it. */
  clawed: number
  pending: number
}

/**
 * How the commission is divided among the splits and the house: money that is there solid, clawed-back money hatched,
 * outstanding money striped.
 */
export function SplitBar() {
  const { money } = useDealView()
  const deal = useWholeDeal()
  const mayPost = useMay('manager')
  const parts = useParts()
  const whole = Math.max(deal.expectedMinor, deal.collectedMinor)
  if (whole === 0) {
    return (
      <Text size="sm" c="dimmed">
        No commission is expected from this deal yet.{' '}
        {mayPost && 'Add splits, then record what you expect or collect. '}
        The house keeps what the splits leave.
      </Text>
    )
  }
  const shareOf = (part: Part) => partText(part.entitled, whole)
  const words = parts
    .map((part) => {
      const back = part.clawed > 0 ? `, ${money(part.clawed)} clawed back` : ''
      return `${part.name} ${money(part.entitled)}, ${shareOf(part)}${back}`
    })
    .join('; ')
  return (
    <div>
      <div className={classes.bar} role="img" aria-label={`Split of ${money(whole)}: ${words}.`}>
        {parts.map((part) => (
          <Segment key={part.id} part={part} title={`${part.name}: ${shareOf(part)}`} />
        ))}
      </div>
      <Group gap="4px 14px" mt="sm" aria-hidden>
        {parts.map((part) => (
          <Group key={part.id} gap={6} wrap="nowrap">
            <Swatch tone={part.tone} />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {part.name}{' '}
              <Text span inherit c="dimmed">
                {money(part.entitled)} · {shareOf(part)}
              </Text>
            </Text>
          </Group>
        ))}
      </Group>
      <Group gap="md" mt="xs">
        <Key className={classes.collected} label="Received" />
        {parts.some(({ clawed }) => clawed > 0) && (
          <Key className={classes.clawed} label="Clawed back" />
        )}
        <Key className={classes.pending} label="Outstanding" />
      </Group>
    </div>
  )
}

function Segment({ part, title }: { part: Part; title: string }) {
  return (
    <div
      className={`${classes.tone} ${classes.segment}`}
      data-tone={part.tone}
      style={{ flexGrow: part.entitled, flexBasis: 0 }}
      title={title}
    >
      <div className={classes.collected} style={{ flexGrow: part.collected - part.clawed }} />
      <div className={classes.clawed} style={{ flexGrow: part.clawed }} />
      <div className={classes.pending} style={{ flexGrow: part.pending }} />
    </div>
  )
}

function Key({ className, label }: { className: string | undefined; label: string }) {
  return (
    <Group gap={6}>
      <span className={`${classes.key} ${className}`} aria-hidden />
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </Group>
  )
}

/** Everyone who has received or will get something, the house last. */
function useParts(): Part[] {
  const { splits, house, nameOfPart } = useDealView()
  const partOf = (id: number | null, figured: Figured): Part => ({
    id,
    name: nameOfPart(id),
    tone: toneOf(splits, id),
    entitled: figureOf(figured, 'entitledMinor'),
    collected: figured.availability.collectedMinor,
    clawed: figured.availability.clawbackShareMinor,
    pending: figured.availability.pendingMinor,
  })
  return [
    ...splits.map((split) => partOf(split.id, split)),
    ...(house ? [partOf(null, house)] : []),
  ].filter(({ entitled }) => entitled > 0)
}
