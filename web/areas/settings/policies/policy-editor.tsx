import { Button, Drawer, Group } from '@mantine/core'
import { formRootRule, useForm } from '@mantine/form'
import { type Item, useChange } from '../../../service/api.ts'
import { useReturnFocus } from '../../../ui/focus/use-return-focus.ts'
import { Form } from '../../../ui/forms/form.tsx'
import type { Seat, Team } from '../people/people.ts'
import { PartFields } from './part-fields.tsx'
import { isOpen, type Policy, policyBody, problemOf } from './policy.rules.ts'

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
  const form = useForm({
    initialValues: { visibleTo: policy.visibleTo, editableBy: policy.editableBy },
    validate: {
      visibleTo: { [formRootRule]: problemOf },
      editableBy: { [formRootRule]: problemOf },
    },
  })
  const put = useChange('policies.put', {
    outdates: [['policies'], ['definitions']],
    shown: true,
    onDoneHere: onClose,
  })
  const params = { key: definitionKey, column: column.id }
  const isRestricted = !isOpen(policy.visibleTo) || !isOpen(policy.editableBy)
  const partProps = (field: 'visibleTo' | 'editableBy') => {
    const { onChange, error } = form.getInputProps(field)
    return { part: form.values[field], onChange, error }
  }
  return (
    <Drawer opened onClose={onClose} position="right" title={`Policy for ${column.name}`}>
      <Form
        form={form}
        saving={put}
        gap="lg"
        onSubmit={({ visibleTo, editableBy }) =>
          put.mutate({ params, body: policyBody(visibleTo, editableBy) })
        }
        buttons={
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
            <Button type="submit" loading={put.isPending}>
              Save
            </Button>
          </Group>
        }
      >
        <PartFields
          legend="Who sees it"
          note="Owners and admins always do. For everyone else, the column does not appear in lists, exports, formulas or the API."
          nobody="Owners, admins"
          {...partProps('visibleTo')}
          seats={seats}
          teams={teams}
        />
        {!column.readOnly && (
          <PartFields
            legend="Who edits it"
            note="Only people who see it can edit it. If you choose Nobody, owners and admins cannot edit it either."
            nobody="Nobody"
            {...partProps('editableBy')}
            seats={seats}
            teams={teams}
          />
        )}
      </Form>
    </Drawer>
  )
}
