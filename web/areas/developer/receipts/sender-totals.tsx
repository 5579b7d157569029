import { Group, Text, UnstyledButton } from '@mantine/core'
import { capital } from '../../../../shared/wording.ts'
import type { Icon } from '../../../ui/icons/icon.ts'
import { IconForms, IconKey, IconMail, IconWebhook } from '../../../ui/icons/icons.ts'
import type { SenderTotal } from './days.rules.ts'
import classes from './receipt-list.module.css'

interface Props {
  totals: readonly SenderTotal[]
  nameOf: (sender: string) => string
  chosen: string | undefined
  onChoose: (sender: string | undefined) => void
}

const icons: Record<string, Icon> = {
  key: IconKey,
  form: IconForms,
  address: IconMail,
  hook: IconWebhook,
}

/** How many rows each key, form, email address and hook brought. Choosing one shows only what it sent. */
export function SenderTotals({ totals, nameOf, chosen, onChoose }: Props) {
  if (totals.length < 2 && !chosen) return null
  return (
    <Group gap="xs">
      {totals.map(({ sender, rows }) => {
        const Shown = icons[sender.split(':')[0] ?? ''] ?? IconKey
        return (
          <UnstyledButton
            key={sender}
            className={classes.sender}
            aria-pressed={sender === chosen}
            onClick={() => onChoose(sender === chosen ? undefined : sender)}
          >
            <Shown size={16} stroke={1.6} aria-hidden />
            <Text span size="sm">
              {capital(nameOf(sender))}
            </Text>
            <Text span size="sm" c="dimmed">
              {rows.toLocaleString()} {rows === 1 ? 'row' : 'rows'}
            </Text>
          </UnstyledButton>
        )
      })}
    </Group>
  )
}
