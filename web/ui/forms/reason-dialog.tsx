import { Text, Textarea } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { MOST_REASON_CHARS } from '../../../shared/limits.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'

interface Props
  extends Omit<FormDialogProps<{ reason: string }>, 'form' | 'onSubmit' | 'children'> {
  /** What the action does, and whether it can be undone. */
  children?: ReactNode
  /** Whether a reason is asked for; if not, the dialog only asks to confirm. */
  reason?: 'required' | 'optional'
  onConfirm: (reason: string) => void
}

/** Asks before an action that somebody may later have to explain. */
export function ReasonDialog({ children, reason, onConfirm, ...given }: Props) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: reason === 'required' ? { reason: isNotEmpty('Enter a reason.') } : {},
  })
  return (
    <FormDialog {...given} form={form} onSubmit={(values) => onConfirm(values.reason.trim())}>
      {children && <Text size="sm">{children}</Text>}
      {reason && (
        <Textarea
          label="Reason"
          required={reason === 'required'}
          maxLength={MOST_REASON_CHARS}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  )
}
