import { Checkbox, MultiSelect, SimpleGrid, TagsInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { type Scope, scopeWords, tokenScopes } from '../../../../shared/token-scopes.ts'
import { capital } from '../../../../shared/wording.ts'
import { type Data, useChange } from '../../../service/api.ts'
import { useHeads } from '../../../service/heads.ts'
import { DateField } from '../../../ui/forms/date-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { OwnPassword } from './own-password.tsx'

interface Props {
  onClose: () => void
  onMade: (token: Data<'auth.createToken'>) => void
}

/** Names a token and sets what a program may do with it, where, and for how long. */
export function NewTokenDialog({ onClose, onMade }: Props) {
  const { heads = [] } = useHeads()
  const form = useForm({
    initialValues: {
      name: '',
      scopes: ['records:read'] as Scope[],
      expiresAt: '',
      definitions: [] as string[],
      addresses: [] as string[],
      password: '',
    },
    validate: {
      name: isNotEmpty('Enter a name.'),
      scopes: isNotEmpty('Select at least one.'),
    },
  })
  const saving = useChange('auth.createToken', {
    shown: true,
    outdates: [['auth', 'listTokens']],
    onDoneHere: ({ data }) => {
      onMade(data)
      onClose()
    },
  })
  const isWrong = form.errors.scopes !== undefined
  return (
    <FormDialog
      title="New access token"
      verb="Create token"
      size="lg"
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={({ name, scopes, expiresAt, definitions, addresses, password }) =>
        saving.mutate({
          body: {
            name: name.trim(),
            scopes,
            ...(expiresAt !== '' && { expiresAt: new Date(expiresAt).toISOString() }),
            ...(definitions.length > 0 && { definitions }),
            ...(addresses.length > 0 && { addresses }),
            ...(password !== '' && { password }),
          },
        })
      }
    >
      <TextInput
        label="Name"
        description="Who or what will use it, such as “Reporting script”."
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label="Permissions"
        description="The program never gets more than your own role allows."
        {...form.getInputProps('scopes')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
          {tokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeWords[scope].label}
              description={`${capital(scopeWords[scope].about)}.`}
              aria-invalid={isWrong}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <MultiSelect
        label="Boards and pages"
        description="The program can’t tell that others exist. If you choose none, it reaches all that you can reach."
        placeholder={form.values.definitions.length === 0 ? 'All' : ''}
        data={heads.map(({ key, name }) => ({ value: key, label: name }))}
        searchable
        {...form.getInputProps('definitions')}
      />
      <DateField
        label="Expires"
        description="Leave empty for 90 days. The most is 366 days."
        withTime
        {...form.getInputProps('expiresAt')}
      />
      <TagsInput
        label="Network addresses that may use it"
        description="Such as 203.0.113.7 or 203.0.113.0/24. Press Enter after each. If you name none, any address may."
        placeholder={form.values.addresses.length === 0 ? 'Any' : ''}
        maxTags={50}
        acceptValueOnBlur
        {...form.getInputProps('addresses')}
      />
      <OwnPassword refused={saving.error} {...form.getInputProps('password')} />
    </FormDialog>
  )
}
