import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const LEAST = 8

/** What is wrong with a password that somebody chooses; the service asks for no more. */
export const passwordProblem = (password: string): string | null =>
  [...password].length < LEAST ? `Enter at least ${LEAST} characters.` : null

/** A password that is chosen. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={`At least ${LEAST} characters; a few words in a row are easy to remember.`}
      autoComplete="new-password"
      required
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  )
}
