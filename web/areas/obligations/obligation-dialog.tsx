import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Refused } from '../../api.ts'
import { FailureAlert } from '../../ui/failure-alert.tsx'
import { minorOf } from '../../ui/money.tsx'
import { useFormTries } from '../../ui/use-form-tries.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { ObligationFields } from './obligation-fields.tsx'
import {
  changesOf,
  type ObligationForm,
  type Problems,
  problemsOf,
} from './obligation-form.rules.ts'

type Changes = Extract<ReturnType<typeof changesOf>, { body: unknown }>['body']

interface Props {
  title: string
  verb: string
  before: ObligationForm
  id?: number
  timeZone: string
  busy: boolean
  error: unknown
  onClose: () => void
  onSend: (changes: Changes, form: ObligationForm) => void
}

/** The form of an obligation: what is wrong with it is said beside its fields, by itself or by the service. */
export function ObligationDialog(props: Props) {
  useReturnFocus()
  const { title, verb, before, id, timeZone, busy, error, onClose, onSend } = props
  const [form, setForm] = useState(before)
  const [own, setOwn] = useState<Problems>({})
  const { form: fields, tried, refused } = useFormTries(error)
  const told = problemsOf(refused instanceof Refused ? refused.failure.issues : [])
  // What was changed since the last try is not judged before the next.
  const [mended, mend] = useState<Problems>({})
  const problems = { ...(Object.keys(own).length > 0 ? own : told.problems), ...mended }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mend({})
    const changes = changesOf(form, before, minorOf)
    setOwn('problems' in changes ? changes.problems : {})
    tried()
    if ('body' in changes) onSend(changes.body, form)
  }
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form ref={fields} onSubmit={submit} noValidate>
        <Stack>
          <ObligationFields
            form={form}
            problems={problems}
            {...(id === undefined ? {} : { id })}
            timeZone={timeZone}
            onChange={(part) => {
              setForm((now) => ({ ...now, ...part }))
              mend((now) => ({ ...now, ...unjudged(part) }))
            }}
          />
          {refused && told.rest ? <FailureAlert error={refused} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const unjudged = (part: Partial<ObligationForm>): Problems =>
  Object.fromEntries(Object.keys(part).map((field) => [field, '']))
