import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { usePeople } from '../../../service/session.ts'
import { useDefinitionNames } from '../../../ui/records/definition-names.ts'
import { Time } from '../../../ui/values/time.tsx'
import { inOrder, scopesText, type Token, tokenEndedAt } from './tokens.rules.ts'

interface Props {
  tokens: readonly Token[]
  /** Whether it says whose each token is. */
  showsPerson?: boolean
  onRotate?: (token: Token) => void
  onRevoke: (token: Token) => void
}

/** Access tokens with what they may do, those that work first. */
export function TokenList({ tokens, ...rest }: Props) {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {inOrder(tokens, Date.now()).map((token) => (
        <TokenItem key={token.id} of={token} {...rest} />
      ))}
    </Stack>
  )
}

function TokenItem({
  of: token,
  showsPerson,
  onRotate,
  onRevoke,
}: Omit<Props, 'tokens'> & { of: Token }) {
  const { nameOf } = usePeople()
  const end = tokenEndedAt(token, Date.now())
  const who = showsPerson ? `${token.name} for ${nameOf(token.crmUserId)}` : token.name
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Group gap="xs">
          <Text
            size="sm"
            fw={500}
            c={end === null ? undefined : 'dimmed'}
            style={{ overflowWrap: 'anywhere' }}
          >
            {who}
          </Text>
          <Code style={{ whiteSpace: 'nowrap' }}>
            {token.prefix}…{token.lastFour}
          </Code>
        </Group>
        <Text size="xs" c="dimmed">
          {scopesText(token.scopes)}
        </Text>
        {end === null && <Limits of={token} />}
        <Text size="xs" c="dimmed">
          {end === null ? (
            <>
              Expires <Time at={token.expiresAt} as="day" />
            </>
          ) : (
            <>
              {token.revokedAt === null ? 'Expired ' : 'Revoked '}
              <Time at={end} />
            </>
          )}
          {token.lastUsedAt === null ? ', never used' : ', last used '}
          <Time at={token.lastUsedAt} />
        </Text>
      </Stack>
      {end === null && (
        <Group gap={4}>
          {onRotate && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onRotate(token)}
              aria-label={`Create a new secret for ${who}`}
            >
              New secret
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={() => onRevoke(token)}
            aria-label={`Revoke ${who}`}
          >
            Revoke
          </Button>
        </Group>
      )}
    </Group>
  )
}

/** What it can use, from where it works, and whether the previous secret still does. */
function Limits({ of: { definitions, addresses, previousEndsAt } }: { of: Token }) {
  const { definition } = useDefinitionNames()
  if (definitions === null && addresses === null && previousEndsAt === null) return null
  const reach =
    definitions === null
      ? ''
      : definitions.length === 0
        ? 'Its boards and pages were deleted. '
        : `Only ${definitions.map(definition).join(', ')}. `
  return (
    <Text size="xs" c="dimmed">
      {reach}
      {addresses !== null && `Works from ${addresses.join(', ')}. `}
      {previousEndsAt !== null && (
        <>
          The old secret stops working <Time at={previousEndsAt} as="moment" />.
        </>
      )}
    </Text>
  )
}
