import { Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_NOTES_CHARS } from '../../../../shared/limits.ts'
import { accepted, api } from '../../../api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import { blankChoice, settleDocument } from '../documents/document-choice.ts'
import { DocumentFields } from '../documents/document-fields.tsx'
import type { Obligation } from '../obligation/obligation-words.rules.ts'
import { OpenParts, RefusalRemedy } from '../obligation/refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  /** Whether it is submitted for review instead of completed. */
  submit?: boolean
  onClose: () => void
}

/** Submits or completes an obligation, with the document it needs. */
export function CompleteDialog({ obligation, submit = false, onClose }: Props) {
  const { id, title, requiredDocumentType, documentId, isRecurring } = obligation
  const queries = useQueryClient()
  const before = obligation.notes ?? ''
  const form = useForm({
    initialValues: { ...blankChoice(requiredDocumentType), notes: before },
  })
  const [isAdding, setAdding] = useState(requiredDocumentType !== null && documentId === null)
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: async (notes: string) => {
      const settled = isAdding ? await settleDocument(form) : undefined
      const body = settled === undefined ? {} : { documentId: settled }
      if (submit) return accepted(api.obligations.submit({ id }, body))
      const noted = notes === before ? {} : { notes }
      return accepted(api.obligations.complete({ id }, { ...body, ...noted }))
    },
    onSuccess: () => {
      toastDone(submit ? `Submitted “${title}”` : `Completed “${title}”`)
      onClose()
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['obligations'] }),
        queries.invalidateQueries({ queryKey: ['documents'] }),
      ]),
  })
  const verb = submit ? 'Submit' : 'Complete'
  return (
    <FormDialog
      title={`${verb} “${title}”`}
      verb={verb}
      form={form}
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={obligation} />}
      onClose={onClose}
      onSubmit={({ notes }) => saving.mutate(notes)}
    >
      {submit && <Text size="sm">Someone will review it, then complete or reject it.</Text>}
      {!submit && <OpenParts of={id} />}
      {!submit && isRecurring && (
        <Text size="sm">Completing this one creates the next one in the series.</Text>
      )}
      {isAdding ? (
        <DocumentFields requiredType={requiredDocumentType} form={form} />
      ) : (
        <Button variant="default" onClick={() => setAdding(true)}>
          {documentId === null ? 'Add a document' : 'Use another document'}
        </Button>
      )}
      {!submit && (
        <Textarea label="Notes" maxLength={MOST_NOTES_CHARS} {...form.getInputProps('notes')} />
      )}
    </FormDialog>
  )
}
