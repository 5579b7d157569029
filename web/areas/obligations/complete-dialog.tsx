import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accepted, api } from '../../api.ts'
import { toastDone } from '../../ui/toasts.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useDocumentChoice } from './document-choice.ts'
import { DocumentFields } from './document-fields.tsx'
import type { Obligation } from './obligation-words.rules.ts'
import { OpenParts, RefusalRemedy } from './refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  /** Whether it is handed in for review, rather than met. */
  submit?: boolean
  onClose: () => void
}

/** Hands in or completes an obligation, with the document that it takes. */
export function CompleteDialog({ obligation, submit = false, onClose }: Props) {
  useReturnFocus()
  const { id, title, requiredDocumentType, documentId, isRecurring } = obligation
  const queries = useQueryClient()
  const document = useDocumentChoice(requiredDocumentType)
  const [notes, write] = useState(obligation.notes ?? '')
  const [adding, add] = useState(requiredDocumentType !== null && documentId === null)
  const send = useMutation({
    meta: { shown: true },
    mutationFn: async () => {
      const settled = adding ? await document.settle() : undefined
      const body = settled === undefined ? {} : { documentId: settled }
      if (submit) return accepted(api.obligations.submit({ id }, body))
      const noted = notes === (obligation.notes ?? '') ? {} : { notes }
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const verb = submit ? 'Submit' : 'Complete'
  return (
    <Modal opened onClose={onClose} title={`${verb} “${title}”`}>
      <form onSubmit={onSubmit}>
        <Stack>
          {submit && (
            <Text size="sm">It is handed in to be looked at, and then completed or rejected.</Text>
          )}
          {!submit && <OpenParts of={id} />}
          {!submit && isRecurring && (
            <Text size="sm">The next one of the series is made when this one is completed.</Text>
          )}
          {adding ? (
            <DocumentFields
              requiredType={requiredDocumentType}
              choice={document.choice}
              onChange={document.change}
            />
          ) : (
            <Button variant="default" onClick={() => add(true)}>
              {documentId === null ? 'Add a document' : 'Hand in another document'}
            </Button>
          )}
          {!submit && (
            <Textarea
              label="Notes"
              maxLength={20_000}
              value={notes}
              onChange={(event) => write(event.currentTarget.value)}
            />
          )}
          <RefusalRemedy error={send.error} obligation={obligation} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
