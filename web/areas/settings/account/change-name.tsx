import { Button, Group, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { useChange } from '../../../service/api.ts'
import { useSession } from '../../../service/session.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'

/** The name that others see for the signed-in person. */
export function ChangeName() {
  const { account } = useSession()
  const form = useForm({
    initialValues: { name: account.name },
    validate: { name: isNotEmpty('Enter your name.') },
  })
  const saving = useChange('auth.updateAccount', {
    outdates: [
      ['auth', 'getSession'],
      ['workspace', 'listSeats'],
    ],
    shown: true,
    onDone: ({ data }) => {
      form.setFieldValue('name', data.name)
      toastDone('Name saved.')
    },
  })
  return (
    <Form
      form={form}
      saving={saving}
      onSubmit={({ name }) => saving.mutate({ body: { name: name.trim() } })}
      buttons={
        <Group>
          <Button type="submit" variant="default" loading={saving.isPending}>
            Change name
          </Button>
        </Group>
      }
    >
      <TextInput
        label="Name"
        required
        maxLength={MOST_NAME_CHARS}
        autoComplete="name"
        maw={400}
        {...form.getInputProps('name')}
      />
    </Form>
  )
}
