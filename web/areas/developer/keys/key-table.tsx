import { Badge, Button, Code, Group, Radio, Table, Text } from '@mantine/core'
import { WideTable } from '../../../ui/layout/wide-table.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { useDoerNames } from '../../../ui/values/use-token-names.ts'
import { type Key, keyEndedAt, scopeNames } from '../board/developer.rules.ts'

interface Props {
  keys: readonly Key[]
  selected: Key | undefined
  onSelect: (key: Key) => void
  onChange: (key: Key) => void
  onRotate: (key: Key) => void
  onRevoke: (key: Key) => void
}

/** All keys, working ones first; the rest of the tab uses the chosen one. */
export function KeyTable({ keys, selected, onSelect, onChange, onRotate, onRevoke }: Props) {
  const now = Date.now()
  const sorted = keys.toSorted(
    (a, b) => Number(keyEndedAt(a, now) !== null) - Number(keyEndedAt(b, now) !== null),
  )
  return (
    <WideTable label="Keys" minWidth={300}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Key</Table.Th>
          <Table.Th visibleFrom="sm">Can</Table.Th>
          <Table.Th visibleFrom="sm">Created</Table.Th>
          <Table.Th visibleFrom="sm">Last used</Table.Th>
          <Table.Th>
            <span className="visually-hidden">Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sorted.map((key) => (
          <KeyRow
            key={key.id}
            of={key}
            isSelected={key.id === selected?.id}
            onSelect={onSelect}
            onChange={onChange}
            onRotate={onRotate}
            onRevoke={onRevoke}
          />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

interface RowProps extends Pick<Props, 'onSelect' | 'onChange' | 'onRotate' | 'onRevoke'> {
  of: Key
  isSelected: boolean
}

function KeyRow({ of: key, isSelected, onSelect, onChange, onRotate, onRevoke }: RowProps) {
  const end = keyEndedAt(key, Date.now())
  return (
    <Table.Tr>
      <Table.Td>
        {end !== null ? (
          <Text size="sm" c="dimmed" pl={30}>
            {key.name}
          </Text>
        ) : (
          <Radio name="key" label={key.name} checked={isSelected} onChange={() => onSelect(key)} />
        )}
        <Text size="xs" c="dimmed" pl={30} hiddenFrom="sm">
          {key.prefix}…{key.lastFour}, can{' '}
          {key.scopes.map((scope) => scopeNames[scope]).join(' and ')},{' '}
          {key.lastUsedAt ? 'last used ' : 'never used'}
          <Time at={key.lastUsedAt} />
        </Text>
        {end === null && <Limits of={key} />}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Code style={{ whiteSpace: 'nowrap' }}>
          {key.prefix}…{key.lastFour}
        </Code>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Group gap={4}>
          {key.scopes.map((scope) => (
            <Badge key={scope} variant="light" color="gray" tt="none" miw="max-content">
              {scopeNames[scope]}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">
          <Time at={key.createdAt} /> <By actor={key.createdBy} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never'}</Text>
      </Table.Td>
      <Table.Td ta="right">
        {end !== null ? (
          <Text size="sm" c="dimmed">
            {key.revokedAt === null ? 'expired' : 'revoked'} <Time at={end} />
          </Text>
        ) : (
          <Group gap={4} justify="flex-end" miw={{ sm: 250 }}>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onChange(key)}
              aria-label={`Change ${key.name}`}
            >
              Change
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onRotate(key)}
              aria-label={`Create a new secret for ${key.name}`}
            >
              New secret
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => onRevoke(key)}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** When it expires, where it works, and whether the previous secret still does. */
function Limits({ of: { expiresAt, origins, previousEndsAt } }: { of: Key }) {
  if (expiresAt === null && origins === null && previousEndsAt === null) return null
  return (
    <Text size="xs" c="dimmed" pl={30}>
      {expiresAt !== null && (
        <>
          Expires <Time at={expiresAt} as="moment" />.{' '}
        </>
      )}
      {origins !== null && `Works on ${origins.length === 0 ? 'no website' : origins.join(', ')}. `}
      {previousEndsAt !== null && (
        <>
          The old secret stops working <Time at={previousEndsAt} as="moment" />.
        </>
      )}
    </Text>
  )
}

/** Who created it: a person, an access token, or the service itself. */
function By({ actor }: { actor: string }) {
  const name = useDoerNames([actor])(actor)
  return name ? <>by {name}</> : null
}
