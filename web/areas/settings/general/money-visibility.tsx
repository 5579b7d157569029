import { Fieldset, Radio, Stack } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

/** Who sees the money of deals, in the words of each choice. */
export const moneyVisibilities = {
  everyone: {
    label: 'Everybody',
    description: 'Every member and viewer sees every split, all totals and what the house keeps.',
  },
  own: {
    label: 'Their own splits',
    description: 'Members and viewers see their own splits only. Managers and above see all.',
  },
  managers: {
    label: 'Managers only',
    description: 'Members and viewers see no money of deals. Managers and above see all.',
  },
} as const

export function MoneyVisibilityFields(props: GetInputPropsReturnType) {
  return (
    <Fieldset legend="Deal money">
      <Radio.Group label="Who sees deal money" {...props}>
        <Stack gap="sm" mt="xs">
          {Object.entries(moneyVisibilities).map(([value, words]) => (
            <Radio key={value} value={value} {...words} />
          ))}
        </Stack>
      </Radio.Group>
    </Fieldset>
  )
}
