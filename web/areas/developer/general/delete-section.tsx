import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useGo } from '../../../ui/links/use-go.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Definition } from '../board/developer.rules.ts'

/** Deletes a board or page. There is no trash for it, so its name has to be typed. */
export function DeleteSection({ definition }: { definition: Definition }) {
  const { kind, rowCount } = definition
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={`Delete this ${kind}`}
      description={`Its ${rowCount > 0 ? rowsText(rowCount) : 'columns'}, history and views are deleted with it, and its keys stop working at once. You can’t undo this.`}
    >
      <Group>
        <Button color="red" variant="light" onClick={() => setAsking(true)}>
          Delete {kind}…
        </Button>
      </Group>
      {isAsking && <DeleteDialog definition={definition} onClose={() => setAsking(false)} />}
    </Section>
  )
}

interface DialogProps {
  definition: Definition
  onClose: () => void
}

function DeleteDialog({ definition, onClose }: DialogProps) {
  const { key, kind, name, rowCount } = definition
  const go = useGo()
  const form = useForm({
    initialValues: { typed: '' },
    validate: { typed: (text) => (text.trim() === name ? null : `Enter “${name}”.`) },
  })
  const saving = useChange('definitions.remove', {
    shown: true,
    outdates: [['definitions', 'list']],
    onDone: () => toastDone(`“${name}” deleted.`),
    onDoneHere: () => go(paths.home()),
  })
  return (
    <FormDialog
      title={`Delete “${name}”?`}
      verb={`Delete ${kind}`}
      danger
      form={form}
      saving={saving}
      onClose={onClose}
      onSubmit={() => saving.mutate({ params: { key } })}
    >
      <Text size="sm">
        {rowCount === 0
          ? 'It has no rows.'
          : `${rowsText(rowCount)} ${rowCount === 1 ? 'is' : 'are'} deleted with it. Export anything you want to keep first.`}
      </Text>
      <TextInput
        label={`Type “${name}” to confirm`}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('typed')}
      />
    </FormDialog>
  )
}

const rowsText = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString()} rows`
