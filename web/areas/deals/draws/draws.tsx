import { Badge, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useChange, usePages } from '../../../service/api.ts'
import { useMay } from '../../../service/session.ts'
import { FailureAlert } from '../../../ui/failures/failure-alert.tsx'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import { More } from '../../../ui/layout/more.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { momentText } from '../../../ui/values/time.tsx'
import { useDealView } from '../deal/deal-view.tsx'
import { MONEY_MOVED } from '../deal/money-moved.ts'
import { refusalWith } from '../deal/refusal.tsx'
import type { Draw, Split } from '../deal/types.ts'

const statusColors = { requested: 'orange', paid: 'teal', voided: 'gray' } as const
const statusLabels = { requested: 'Requested', paid: 'Paid', voided: 'Voided' } as const

/** The draw that is being paid or voided. */
export interface Settling {
  verb: 'pay' | 'void'
  draw: Draw
}

interface Props {
  split: Split
  settling: Settling | null
  onSettle: (settling: Settling | null) => void
}

/** The draws of a split. A requested draw is either paid or voided, once. */
export function Draws({ split, settling, onSettle }: Props) {
  const draws = usePages('accounting.listDraws', {
    params: { id: split.id },
    query: { limit: 100 },
  })
  const maySettle = useMay('manager')
  if (draws.error) return <FailureAlert error={draws.error} onRetry={draws.refetch} />
  if (draws.isPending) return <Skeleton height={60} aria-busy />
  return (
    <Stack gap="sm">
      {draws.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No draws yet.
        </Text>
      )}
      {!maySettle && (
        <Text size="sm" c="dimmed">
          Managers draw what is available, and mark it as paid.
        </Text>
      )}
      {draws.items.map((draw) => (
        <DrawCard
          key={draw.id}
          draw={draw}
          held={split.held}
          onAsk={(verb) => onSettle({ verb, draw })}
        />
      ))}
      <More of={draws} size="compact-sm">
        Load newer draws
      </More>
      {settling && <SettleDialog {...settling} onClose={() => onSettle(null)} />}
    </Stack>
  )
}

interface CardProps {
  draw: Draw
  held: boolean
  onAsk: (verb: 'pay' | 'void') => void
}

function DrawCard({ draw, held, onAsk }: CardProps) {
  const { money } = useDealView()
  const maySettle = useMay('manager') && draw.status === 'requested'
  const amount = money(draw.amountMinor)
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600} size="sm">
            {amount}
          </Text>
          <Badge size="sm" variant="light" color={statusColors[draw.status]}>
            {statusLabels[draw.status]}
          </Badge>
        </Group>
        {maySettle && (
          <Group gap="xs">
            {!held && (
              <Button size="compact-sm" aria-label={`Pay ${amount}`} onClick={() => onAsk('pay')}>
                Pay
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Void ${amount}`}
              onClick={() => onAsk('void')}
            >
              Void
            </Button>
          </Group>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        Requested {momentText(draw.requestedAt)}
        {draw.paidAt && ` · paid ${momentText(draw.paidAt)}`}
        {draw.voidedAt && ` · voided ${momentText(draw.voidedAt)}`}
      </Text>
      {draw.notes && <Text size="sm">{draw.notes}</Text>}
      {maySettle && held && (
        <Text size="xs" c="dimmed">
          You can pay it once the split is released.
        </Text>
      )}
    </Card>
  )
}

interface SettleProps extends Settling {
  onClose: () => void
}

function SettleDialog({ verb, draw, onClose }: SettleProps) {
  const { money } = useDealView()
  const amount = money(draw.amountMinor)
  const done = (message: string) => ({
    outdates: MONEY_MOVED,
    shown: true,
    onDoneHere: onClose,
    onDone: () => toastDone(message),
  })
  const pay = useChange('accounting.payDraw', done(`${amount} was paid.`))
  const cancel = useChange('accounting.voidDraw', done(`The draw of ${amount} was voided.`))
  const change = verb === 'pay' ? pay : cancel
  return (
    <ReasonDialog
      title={verb === 'pay' ? `Pay ${amount}` : `Void the draw of ${amount}`}
      verb={verb === 'pay' ? 'Mark as paid' : 'Void'}
      danger={verb === 'void'}
      saving={change}
      refusal={refusalWith(money)}
      onClose={onClose}
      onConfirm={() => change.mutate({ params: { id: draw.id } })}
    >
      {verb === 'pay'
        ? 'Records that the money was paid out. To undo it, reverse the entry in the ledger.'
        : 'The draw will not be paid, and its money becomes available again. You can’t undo this.'}
    </ReasonDialog>
  )
}
