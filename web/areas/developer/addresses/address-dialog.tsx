import { Alert, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type MailPart, mailParts } from '../../../../shared/mail-parts.ts'
import { type Item, useChange } from '../../../service/api.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import type { Definition } from '../board/developer.rules.ts'
import { columnsFor, guessMapping, type Mapping, UNMAPPED, unfilled } from './mapping.rules.ts'

export type Address = Item<'definitions.listAddresses'>

const labels: Record<MailPart, string> = {
  from: 'Sender’s email address',
  name: 'Sender’s name',
  subject: 'Subject',
  body: 'Text',
  attachments: 'Files',
}

interface Props {
  definition: Definition
  /** The address to change; undefined for a new one. */
  of?: Address
  onClose: () => void
}

/** Chooses which column gets which part of an email. */
export function AddressDialog({ definition, of: address, onClose }: Props) {
  const { key, columns } = definition
  const form = useForm<Mapping>({
    initialValues: address ? { ...UNMAPPED, ...address.columns } : guessMapping(columns),
    validate: (mapping) => {
      const parts = mailParts.filter((part) => mapping[part] !== null)
      if (parts.length === 0) return { from: 'Choose a column for at least one part.' }
      const twice = parts.filter((part, at) =>
        parts.slice(0, at).some((other) => mapping[other] === mapping[part]),
      )
      return Object.fromEntries(
        twice.map((part) => [
          part,
          'This column already gets another part of the email. Choose a different one.',
        ]),
      )
    },
  })
  const done = {
    shown: true,
    outdates: [['definitions', 'listAddresses']],
    onDoneHere: onClose,
  } as const
  const creating = useChange('definitions.createAddress', done)
  const changing = useChange('definitions.updateAddress', done)
  const missing = unfilled(columns, form.values)
  const unique = columns.find((column) => column.unique && column.key === form.values.from)
  const kind = definition.kind
  return (
    <FormDialog
      title={address ? 'Which columns emails fill' : 'New email address'}
      verb={address ? 'Save' : 'Create address'}
      form={form}
      saving={address ? changing : creating}
      onClose={onClose}
      onSubmit={(mapping) => {
        const body = { columns: sent(mapping) }
        if (!address) return creating.mutate({ params: { key }, body })
        changing.mutate({ params: { key, addressId: address.id }, body })
      }}
    >
      {mailParts.map((part) => (
        <Select
          key={part}
          label={labels[part]}
          description={part === 'from' && unique ? onlyOnce : undefined}
          placeholder="Not kept in a column"
          clearable
          clearButtonProps={{ 'aria-label': `No column for: ${labels[part]}` }}
          data={columnsFor(part, columns).map(({ key, name }) => ({ value: key, label: name }))}
          disabled={columnsFor(part, columns).length === 0}
          {...form.getInputProps(part)}
        />
      ))}
      {missing.length > 0 && (
        <Alert color="yellow" title="Emails cannot become rows yet">
          Every row of this {kind} needs {missing.map(({ name }) => `“${name}”`).join(' and ')}.
          Choose what fills {missing.length === 1 ? 'it' : 'them'}, or change the {kind}’s columns
          first.
        </Alert>
      )}
    </FormDialog>
  )
}

const onlyOnce =
  'This column takes each value only once, so a second email from the same sender makes no row.'

const sent = (mapping: Mapping): Partial<Record<MailPart, string>> =>
  Object.fromEntries(
    mailParts.flatMap((part) => (mapping[part] === null ? [] : [[part, mapping[part]]])),
  )
