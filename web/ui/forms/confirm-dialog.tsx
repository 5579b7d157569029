import { PasswordInput, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

interface Typed {
  name: string
  password: string
}

interface Props extends Omit<FormDialogProps<Typed>, 'form' | 'onSubmit' | 'children'> {
  /** What goes, and that it cannot be undone. */
  children: ReactNode
  /** What has to be typed, and how its field is called. */
  name: string
  label: string
  /** The email address of who confirms, for the password manager. */
  email: string
  onConfirm: (typed: Typed) => void
}

/** Asks for a name and one's own password, before what cannot be undone. */
export function ConfirmDialog({ children, name, label, email, onConfirm, ...given }: Props) {
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: {
      name: (typed) => (typed.trim() === name.trim() ? null : `Type ${name}.`),
      password: isNotEmpty('Enter your password.'),
    },
  })
  return (
    <FormDialog {...given} danger form={form} onSubmit={onConfirm}>
      <Text size="sm">{children}</Text>
      <TextInput
        label={label}
        description={`Type ${name}`}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
