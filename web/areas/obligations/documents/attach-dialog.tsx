import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accepted, api } from '../../../service/api.ts'
import { useOnce } from '../../../service/once-reached.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import {
  blankChoice,
  choiceProblems,
  settleDocument,
} from '../../../ui/obligations/document-choice.ts'
import { DocumentFields } from '../../../ui/obligations/document-fields.tsx'
import type { Obligation } from '../../../ui/obligations/obligation-words.rules.ts'
import { RefusalRemedy } from '../../../ui/obligations/refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Attaches a document to an obligation without changing its status. */
export function AttachDialog({ obligation, onClose }: Props) {
  const { id, title, requiredDocumentType } = obligation
  const queries = useQueryClient()
  const once = useOnce()
  const form = useForm({
    initialValues: blankChoice(requiredDocumentType),
    validate: (values) => ({ ...choiceProblems(values) }),
  })
  const saving = useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      const documentId = await settleDocument(form, once)
      if (documentId === undefined) return
      await accepted(once((how) => api.obligations.update({ id }, { documentId }, how)))
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['obligations'] }),
        queries.invalidateQueries({ queryKey: ['documents'] }),
      ]),
  })
  return (
    <FormDialog
      title={`Attach a document to “${title}”`}
      verb="Attach"
      form={form}
      saving={saving}
      refusal={(error) => <RefusalRemedy error={error} obligation={obligation} />}
      onClose={onClose}
      onSubmit={() => saving.mutate()}
    >
      <DocumentFields requiredType={requiredDocumentType} form={form} />
    </FormDialog>
  )
}
