import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../service/api.ts'
import { ReasonDialog } from '../../../ui/forms/reason-dialog.tsx'
import type { Definition } from '../board/developer.rules.ts'
import type { BoardForm } from './form-draft.rules.ts'

const forms = [
  ['definitions', 'listForms'],
  ['definitions', 'getForm'],
] as const

interface Props {
  definition: Definition
  of: BoardForm
  onGone: () => void
}

/** Switches a form off and on, and deletes it. */
export function FormActions({ definition, of: form, onGone }: Props) {
  const [leaving, setLeaving] = useState(false)
  const params = { key: definition.key, formId: form.id }
  const change = useChange('definitions.updateForm', { outdates: forms })
  const remove = useChange('definitions.removeForm', {
    shown: true,
    outdates: forms,
    onDone: onGone,
  })
  const isOff = form.closedBecause === 'past_closing'
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() =>
          change.mutate({
            params,
            body: { closesAt: isOff ? null : new Date(Date.now() - MINUTE_MS).toISOString() },
          })
        }
      >
        {isOff ? 'Switch on' : 'Switch off'}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setLeaving(true)}>
        Delete
      </Button>
      {leaving && (
        <ReasonDialog
          title={`Delete “${form.name}”?`}
          verb="Delete form"
          danger
          saving={remove}
          onClose={() => setLeaving(false)}
          onConfirm={() => remove.mutate({ params })}
        >
          Its link stops working, and what people have saved for later is deleted. You can’t undo
          this. The rows that came through it stay.
        </ReasonDialog>
      )}
    </Group>
  )
}

/** The clocks of this computer and of the service may differ a little. */
const MINUTE_MS = 60_000
