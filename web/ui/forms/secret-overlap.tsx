import { Radio, Stack } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'

/** When the old secret ends, by how many seconds that is from now. */
const overlaps = { 0: 'At once', 3600: 'In an hour', 86400: 'In 24 hours' }

/** The choice that a form starts with, in seconds. */
export const USUAL_OVERLAP = '86400'

/** Asks how long the old secret of a key or token goes on working. */
export function SecretOverlap(props: GetInputPropsReturnType) {
  return (
    <Radio.Group
      label="The old secret stops working"
      description="If somebody else may have it, choose “At once”."
      {...props}
    >
      <Stack gap="xs" mt="xs">
        {Object.entries(overlaps).map(([seconds, label]) => (
          <Radio key={seconds} value={seconds} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
