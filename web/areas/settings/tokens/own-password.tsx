import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { codeOf } from '../../../service/api.ts'

interface Props extends PasswordInputProps {
  /** What the service last answered. */
  refused: unknown
}

/** Asks for somebody's own password once the service wants it, because they signed in a while ago. */
export function OwnPassword({ refused, ...input }: Props) {
  const code = codeOf(refused)
  if (input.value === '' && code !== 'password_required' && code !== 'wrong_password') return null
  return <PasswordInput label="Your password" required autoComplete="current-password" {...input} />
}
