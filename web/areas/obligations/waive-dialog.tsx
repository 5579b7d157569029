import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api.ts'
import { toastDone } from '../../ui/toasts.tsx'
import { useFormTries } from '../../ui/use-form-tries.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { Obligation } from './obligation-words.rules.ts'
import { RefusalRemedy } from './refusal-remedy.tsx'

interface Props {
  obligation: Obligation
  onClose: () => void
}

/** Waives an obligation; of a series this one alone, or all that would come. */
export function WaiveDialog({ obligation, onClose }: Props) {
  useReturnFocus()
  const { id, title, isRecurring } = obligation
  const [reason, write] = useState('')
  const [series, endSeries] = useState(false)
  const { mutate, isPending, error } = useChange('obligations.waive', {
    shown: true,
    outdates: [['obligations']],
    onDone: () => {
      toastDone(`Waived “${title}”`)
      onClose()
    },
  })
  const { form, tried, refused } = useFormTries(error)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = reason.trim() === ''
    setMissing(missing)
    tried()
    if (missing) return
    mutate({ params: { id }, body: { reason: reason.trim(), ...(series ? { series } : {}) } })
  }
  return (
    <Modal opened onClose={onClose} title={`Waive “${title}”`}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">It need not be met. This cannot be taken back.</Text>
          <Textarea
            label="Reason"
            required
            maxLength={2000}
            data-autofocus
            error={isMissing && reason.trim() === '' && 'Write a reason.'}
            value={reason}
            onChange={(event) => write(event.currentTarget.value)}
          />
          {isRecurring && (
            <Checkbox
              label="End the series"
              description={
                series
                  ? 'No next one is made.'
                  : 'Without this, only this one is waived and the next is made.'
              }
              checked={series}
              onChange={(event) => endSeries(event.currentTarget.checked)}
            />
          )}
          <RefusalRemedy error={refused} obligation={obligation} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Waive
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
