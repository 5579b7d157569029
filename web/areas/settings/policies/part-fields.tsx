import { Fieldset, MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Seat, type Team, teamOptions } from '../people/people.ts'
import { roles } from '../people/roles.rules.ts'
import type { Part } from './policy.rules.ts'

interface Props {
  legend: string
  note: string
  /** What nobody is called here: those who always have access, if any. */
  nobody: string
  part: Part
  onChange: (part: Part) => void
  /** The problem with it. */
  error?: ReactNode
  seats: readonly Seat[]
  teams: readonly Team[]
}

const modes = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'roles', label: 'Only some' },
] as const
/** Owners and admins always have access. */
const narrower = roles
  .filter(({ value }) => value !== 'owner' && value !== 'admin')
  .map(({ value, label }) => ({ value, label }))

/** One half of a policy. */
export function PartFields({ legend, note, nobody, part, onChange, error, seats, teams }: Props) {
  const narrowed = (change: Partial<Part>) => onChange({ ...part, ...change })
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {note}
        </Text>
        <SegmentedControl
          aria-label={legend}
          fullWidth
          data={[...modes, { value: 'nobody', label: nobody }]}
          value={part.mode}
          onChange={(mode) => narrowed({ mode: mode as Part['mode'] })}
        />
        {part.mode === 'roles' && (
          <>
            <MultiSelect
              label="Roles"
              error={error}
              data={narrower}
              value={part.roles.filter((role) => role !== 'owner' && role !== 'admin')}
              onChange={(chosen) => narrowed({ roles: chosen as Part['roles'] })}
              searchable
            />
            {teams.length > 0 && (
              <MultiSelect
                label="Teams"
                data={teamOptions(teams)}
                value={part.teamIds}
                onChange={(teamIds) => narrowed({ teamIds })}
                searchable
              />
            )}
            <MultiSelect
              label="People"
              data={seats.map(({ accountId, name }) => ({ value: accountId, label: name }))}
              value={part.accountIds}
              onChange={(accountIds) => narrowed({ accountIds })}
              searchable
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
