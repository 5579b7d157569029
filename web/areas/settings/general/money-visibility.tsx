import { Fieldset, Radio, Stack } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

/** Who sees commissions: the choices and their labels. */
export const moneyVisibilities = {
  everyone: {
    label: 'Everyone',
    description: 'Every member and viewer sees every split, all totals and what the house keeps.',
  },
  own: {
    label: 'Their own splits',
    description:
      'Members and viewers see only their own splits. Managers and above see everything.',
  },
  managers: {
    label: 'Managers only',
    description: 'Members and viewers see no commissions. Managers and above see everything.',
  },
} as const

export function MoneyVisibilityFields(props: GetInputPropsReturnType) {
  return (
    <Fieldset legend="Commissions">
      <Radio.Group label="Who sees commissions" {...props}>
        <Stack gap="sm" mt="xs">
          {Object.entries(moneyVisibilities).map(([value, words]) => (
            <Radio key={value} value={value} {...words} />
          ))}
        </Stack>
      </Radio.Group>
    </Fieldset>
  )
}
