import { MultiSelect, Select, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Role, useSession } from '../../../service/session.ts'
import { type Team, teamOptions } from '../people/people.ts'
import { givenBy, roleAbout } from '../people/roles.rules.ts'

interface Values {
  role: Role
  teamIds: string[]
}

/** A person's role and teams. */
export function MemberFields({
  form,
  teams,
}: {
  form: UseFormReturnType<Values>
  teams: readonly Team[] | undefined
}) {
  const { seat } = useSession()
  return (
    <>
      <Select
        label="Role"
        description={roleAbout(form.getValues().role)}
        data={givenBy(seat.role)}
        renderOption={({ option: { value, label } }) => (
          <div>
            <Text size="sm">{label}</Text>
            <Text size="xs" c="dimmed">
              {roleAbout(value as Role)}
            </Text>
          </div>
        )}
        allowDeselect={false}
        required
        {...form.getInputProps('role')}
      />
      {teams && teams.length > 0 && (
        <MultiSelect
          label="Teams"
          data={teamOptions(teams)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the teams' }}
          {...form.getInputProps('teamIds')}
        />
      )}
    </>
  )
}
