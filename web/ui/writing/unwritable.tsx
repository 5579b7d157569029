import { Alert } from '@mantine/core'
import type { Unwritable as Problem } from '../../../shared/unwritable.ts'
import { IconMessageOff } from '../icons/icons.ts'

/** Why nobody can write to the address that messages came from. */
export const Unwritable = ({ problem, address }: { problem: Problem; address: string }) => (
  <Alert
    color="yellow"
    icon={<IconMessageOff aria-hidden />}
    title={`${address} cannot be answered`}
  >
    {problem === 'is_a_name'
      ? 'It is a name that the sender chose in place of a number, as companies do. Write to one of their numbers instead.'
      : 'It is not a whole email address, so no email from here can reach it. Devices and servers often write from such addresses.'}
  </Alert>
)
