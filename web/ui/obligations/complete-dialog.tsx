import { Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_NOTES_CHARS } from '../../../shared/limits.ts'
import { accepted, api } from '../../service/api.ts'
import { useOnce } from '../../service/once-reached.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { toastDone } from '../toasts/toasts.tsx'
import { blankChoice, settleDocument } from './document-choice.ts'
import { DocumentFields } from './document-fields.tsx'
import type { Obligation } from './obligation-words.rules.ts'
import { OpenParts, RefusalRemedy } from './refusal-remedy.tsx'
import { useUndoCompletion } from './undo-completion.ts'

interface Props {
  obligation: Obligation
  /** Whether it is submitted for review instead of completed. */
  submit?: boolean
  onClose: () => void
}

/** Submits or completes an obligation, with the document it needs. */
export function CompleteDialog({ obligation, submit = false, onClose }: Props) {
  const { id, title, status, requiredDocumentType, documentId, isRecurring } = obligation
  const queries = useQueryClient()
  const undo = useUndoCompletion()
  const once = useOnce()
  const before = obligation.notes ?? ''
  const form = useForm({
    initialValues: { ...blankChoice(requiredDocumentType), notes: before },
  })
  const [isAdding, setAdding] = useState(requiredDocumentType !== null && documentId === null)
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: async (notes: string) => {
      const settled = isAdding ? await settleDocument(form, once) : undefined
      const body = settled === undefined ? {} : { documentId: settled }
      if (submit) return accepted(once((how) => api.obligations.submit({ id }, body, how)))
      const noted = notes === before ? {} : { notes }
      return accepted(once((how) => api.obligations.complete({ id }, { ...body, ...noted }, how)))
    },
    onSuccess: () => {
      if (!submit) toastDone(`Completed “${title}”`, () => undo(id))
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
      {submit && <Text size="sm">Goes to review, to be completed or rejected.</Text>}
      {!submit && status === 'submitted' && (
        <Text size="sm">Submitted for review. Complete it to approve what was submitted.</Text>
      )}
      {!submit && <OpenParts of={id} />}
      {!submit && isRecurring && <Text size="sm">The next one in the series is created.</Text>}
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
