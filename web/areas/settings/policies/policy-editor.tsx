import { Button, Drawer, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Item, useChange } from '../../../api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { Seat, Team } from '../people.ts'
import { PartFields } from './part-fields.tsx'
import { bodyOf, isOpen, type Policy, problemOf } from './policy.rules.ts'

interface Props {
  definitionKey: string
  column: Item<'definitions.listColumns'>
  policy: Policy
  seats: readonly Seat[]
  teams: readonly Team[]
  onClose: () => void
}

export function PolicyEditor({ definitionKey, column, policy, seats, teams, onClose }: Props) {
  useReturnFocus()
  const [visibleTo, setVisible] = useState(policy.visibleTo)
  const [editableBy, setEditable] = useState(policy.editableBy)
  const put = useChange('policies.put', {
    outdates: [['policies'], ['definitions']],
    shown: true,
    onDone: () => {
      toastDone(`The policy of ${column.name} is saved.`)
      onClose()
    },
  })
  const params = { key: definitionKey, column: column.id }
  const isWrong = [visibleTo, editableBy].some((part) => problemOf(part) !== null)
  const isRestricted = !isOpen(policy.visibleTo) || !isOpen(policy.editableBy)
  return (
    <Drawer opened onClose={onClose} position="right" title={`Policy of ${column.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          put.mutate({ params, body: bodyOf(visibleTo, editableBy) })
        }}
      >
        <Stack gap="lg">
          <PartFields
            legend="Who sees it"
            note="Owners and admins always do. For everybody else the column does not exist: not in lists, exports, formulas or the API."
            part={visibleTo}
            onChange={setVisible}
            seats={seats}
            teams={teams}
          />
          {!column.readOnly && (
            <PartFields
              legend="Who edits it"
              note="Of those who see it. “Nobody” binds owners and admins too."
              part={editableBy}
              onChange={setEditable}
              seats={seats}
              teams={teams}
            />
          )}
          {put.error && <FailureAlert error={put.error} title="Not saved" />}
          <Group justify="space-between">
            {isRestricted ? (
              <Button
                variant="default"
                disabled={put.isPending}
                onClick={() => put.mutate({ params, body: {} })}
              >
                Open to everyone
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" loading={put.isPending} disabled={isWrong}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
