import { PasswordInput } from '@mantine/core'
import { type Key, pastedKeyProblem, placeholderOf } from '../developer.rules.ts'

interface Props {
  of: Key
  secret: string
  onChange: (secret: string) => void
}

/** The key itself, which only its holder knows: kept in the page until it is left, and nowhere else. */
export function KeyField({ of: key, secret, onChange }: Props) {
  return (
    <PasswordInput
      label={`The key “${key.name}”`}
      description={`Ends with ${key.lastFour}. Paste it to have the snippets filled in and to try them here; it stays in this page only. Without it they hold ${placeholderOf(key)}, for you to replace.`}
      placeholder={`${key.prefix}…${key.lastFour}`}
      autoComplete="off"
      maw={520}
      value={secret}
      error={pastedKeyProblem(secret, key)}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
    />
  )
}
