import { PasswordInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  LEAST_HOOK_SECRET_CHARS,
  MOST_HOOK_SECRET_CHARS,
  type SignatureKind,
  signatures,
} from '../../../../shared/hooks.ts'
import { MOST_NAME_CHARS } from '../../../../shared/limits.ts'
import { type Data, useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Hook } from './mapping.rules.ts'
import { signings } from './signing.ts'

interface Props {
  definitionKey: string
  /** The hook to change; undefined for a new one. */
  of?: Hook
  onClose: () => void
  onDone: (hook: Data<'definitions.createHook'>) => void
}

/** Names a hook, and says how its sender signs. */
export function HookDialog({ definitionKey: key, of: hook, onClose, onDone }: Props) {
  const form = useForm({
    initialValues: {
      name: hook?.name ?? '',
      signature: hook?.signature ?? ('none' as SignatureKind),
      secret: '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      secret: (secret, { signature }) => {
        if (signature === 'none' || (secret === '' && signature === hook?.signature)) return null
        if (secret.trim().length >= LEAST_HOOK_SECRET_CHARS) return null
        return `Enter the secret: at least ${LEAST_HOOK_SECRET_CHARS} characters.`
      },
    },
  })
  const done = {
    shown: true,
    outdates: [['definitions', 'listHooks']],
    onDoneHere: ({ data }: { data: Hook }) => onDone(data),
  } as const
  const creating = useChange('definitions.createHook', done)
  const changing = useChange('definitions.updateHook', done)
  const { signature } = form.values
  return (
    <FormDialog
      title={hook ? 'Name and signature' : 'New hook'}
      verb={hook ? 'Save' : 'Create hook'}
      form={form}
      saving={hook ? changing : creating}
      onClose={onClose}
      onSubmit={({ name, secret }) => {
        const body = {
          name,
          signature,
          ...(signature !== 'none' && secret.trim() !== '' ? { secret: secret.trim() } : {}),
        }
        if (!hook) return creating.mutate({ params: { key }, body })
        changing.mutate({ params: { key, hookId: hook.id }, body })
      }}
    >
      <TextInput
        label="Name"
        description="For example, the service and what it sends."
        required
        maxLength={MOST_NAME_CHARS}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label="How the sender signs"
        description={signings[signature].hint}
        data={signatures.map((kind) => ({ value: kind, label: signings[kind].label }))}
        allowDeselect={false}
        {...form.getInputProps('signature')}
      />
      {signature !== 'none' && (
        <PasswordInput
          label="Signing secret"
          description={
            signature === hook?.signature
              ? 'Leave it empty to keep the current one.'
              : 'It is stored encrypted, and never shown again.'
          }
          required={signature !== hook?.signature}
          maxLength={MOST_HOOK_SECRET_CHARS}
          autoComplete="off"
          {...form.getInputProps('secret')}
        />
      )}
    </FormDialog>
  )
}
