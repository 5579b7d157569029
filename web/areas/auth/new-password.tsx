import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { LEAST_PASSWORD_CHARS as LEAST } from '../../../shared/limits.ts'

/** The problem with a chosen password; the service has the same rule. */
export const passwordProblem = (password: string): string | null =>
  [...password].length < LEAST ? `Enter at least ${LEAST} characters.` : null

/** A field for a new password. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={`At least ${LEAST} characters. A few words in a row are easy to remember.`}
      autoComplete="new-password"
      required
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  )
}
