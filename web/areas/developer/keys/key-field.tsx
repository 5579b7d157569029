import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { IconKey } from '../../../ui/icons/icons.ts'
import { type Key, pastedKeyProblem } from '../board/developer.rules.ts'

interface Props {
  of: Key
  secret: string
  onChange: (secret: string) => void
  /** Creates another key, whose secret is then known here. */
  onNew: () => void
}

/** The key itself, which only its holder knows. It is kept in the page until somebody leaves it, and nowhere else. */
export function KeyField({ of: key, secret, onChange, onNew }: Props) {
  const problem = pastedKeyProblem(secret, key)
  const known = secret !== '' && !problem
  return (
    <Alert
      color={known ? 'green' : 'gray'}
      icon={<IconKey aria-hidden />}
      title={known ? 'Filled in below' : 'Paste your key to fill in the examples'}
    >
      <Stack gap="xs">
        <Text size="sm">
          {known
            ? 'You can copy the snippets and run them. The key is kept only in this page.'
            : 'We keep only a hash of it. Lost it? Create a new one.'}
        </Text>
        <Group gap="sm" align="flex-start">
          <PasswordInput
            aria-label={`The key “${key.name}”`}
            placeholder={`${key.prefix}…${key.lastFour}`}
            autoComplete="off"
            flex="1 1 240px"
            maw={480}
            value={secret}
            error={problem}
            onChange={(event) => onChange(event.currentTarget.value.trim())}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          />
          {!known && (
            <Button variant="default" onClick={onNew}>
              Create new key
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
