import { Checkbox, Select, Stack } from '@mantine/core'
import { useMay } from '../../../service/session.ts'
import type { Effect } from '../questions/problems.rules.ts'

interface Props {
  /** The name of the column. */
  name: string | undefined
  chosen: Effect
  /** The name of the column that keeps what does not fit, if the service has chosen one. */
  keptIn: string | undefined
  isPhone: boolean
  onChoose: (next: Effect) => void
}

const effects: { value: Exclude<Effect, 'keep'>; label: string }[] = [
  { value: 'leave_empty', label: 'Leave the cell empty' },
  { value: 'refuse', label: 'Refuse the row' },
]

/** What bad values of a column do: leave their cells empty, be kept elsewhere, or refuse their rows. */
export function EffectChoice({ name, chosen, keptIn, isPhone, onChoose }: Props) {
  const mayAdd = useMay('admin')
  const isKept = chosen === 'keep'
  return (
    <Stack gap={6}>
      <Select
        aria-label={`What bad values of ${name} do`}
        w={isPhone ? '100%' : 190}
        allowDeselect={false}
        data={effects}
        value={isKept ? 'leave_empty' : chosen}
        onChange={(next) => onChoose(next as Effect)}
      />
      {chosen !== 'refuse' && (
        <Checkbox
          size="xs"
          maw={220}
          label="Keep what does not fit"
          description={
            isKept
              ? `As text in “${keptIn ?? `${name} (as sent)`}”`
              : mayAdd
                ? 'As text in a column made for it'
                : 'Admins can keep it in a column'
          }
          checked={isKept}
          disabled={!mayAdd && !isKept}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked ? 'keep' : 'leave_empty')}
        />
      )}
    </Stack>
  )
}
