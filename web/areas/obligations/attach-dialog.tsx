import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api } from '../../api.ts'
import { toastDone } from '../../ui/toasts.tsx'
import { useFormTries } from '../../ui/use-form-tries.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useDocumentChoice } from './document-choice.ts'
import { DocumentFields } from './document-fields.tsx'
import type { Obligation } from './obligation-words.rules.ts'
import { RefusalRemedy } from './refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Keeps a document with an obligation, whose status stays. */
export function AttachDialog({ obligation, onClose }: Props) {
  useReturnFocus()
  const { id, title, requiredDocumentType } = obligation
  const queries = useQueryClient()
  const { choice, change, problem, settle } = useDocumentChoice(requiredDocumentType)
  const attach = useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      const documentId = await settle()
      if (documentId !== undefined) await accepted(api.obligations.update({ id }, { documentId }))
    },
    onSuccess: () => {
      toastDone('Attached')
      onClose()
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['obligations'] }),
        queries.invalidateQueries({ queryKey: ['documents'] }),
      ]),
  })
  const { form, tried, refused } = useFormTries(attach.error)
  const [isChecked, check] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check(true)
    tried()
    if (!problem) attach.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={`Attach a document to “${title}”`}>
      <form ref={form} onSubmit={submit}>
        <Stack>
          <DocumentFields
            requiredType={requiredDocumentType}
            choice={choice}
            problem={isChecked ? problem : undefined}
            onChange={change}
          />
          <RefusalRemedy error={refused} obligation={obligation} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={attach.isPending}>
              Attach
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
