import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { type Data, useChange } from '../../../service/api.ts'
import { AskBeforeLeaving } from '../../../ui/forms/ask-before-leaving.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useLatest } from '../../../ui/forms/use-latest.ts'
import { toastDone } from '../../../ui/toasts/toasts.tsx'
import type { Definition } from '../board/developer.rules.ts'
import {
  type Column,
  draftForm,
  type FormDraft,
  formBody,
  formChanges,
  freeName,
  newDraft,
} from './form-draft.rules.ts'
import { FormFields } from './form-fields.tsx'
import { FormPreview } from './form-preview.tsx'
import classes from './forms.module.css'
import { ShareSection } from './share-section.tsx'

type BoardForm = Data<'definitions.getForm'>

const forms = [
  ['definitions', 'listForms'],
  ['definitions', 'getForm'],
] as const

interface NewProps {
  definition: Definition
  askable: readonly Column[]
  /** The names of forms that are here already. */
  taken: readonly string[]
  onMade: (form: BoardForm) => void
  onCancel: () => void
}

/** A form that nobody can fill in yet: it only has to be made. */
export function NewForm({ definition, askable, taken, onMade, onCancel }: NewProps) {
  const [first] = useState(() => newDraft(definition, askable, taken))
  const isDone = useRef(false)
  const making = useChange('definitions.createForm', {
    shown: true,
    outdates: forms,
    onDone: ({ data }) => {
      isDone.current = true
      onMade(data)
    },
  })
  return (
    <Editor
      definition={definition}
      askable={askable}
      latest={first}
      saving={making}
      verb="Create form"
      nameFor={(title) => freeName(title.trim(), taken)}
      onSubmit={(draft) =>
        making.mutate({ params: { key: definition.key }, body: formBody(draft) })
      }
      isKept={() => isDone.current}
      onCancel={() => {
        isDone.current = true
        onCancel()
      }}
    />
  )
}

interface Props {
  definition: Definition
  askable: readonly Column[]
  of: BoardForm
}

/** A form that is there: how to share it, and everything about it to change. */
export function FormEditor({ definition, askable, of: form }: Props) {
  const [sent, saved] = [useRef<string>(undefined), useRef<string>(undefined)]
  const saving = useChange('definitions.updateForm', {
    shown: true,
    outdates: forms,
    onDone: () => {
      saved.current = sent.current
      toastDone('Saved.')
    },
  })
  const latest = draftForm(form)
  return (
    <Stack>
      <ShareSection definitionKey={definition.key} of={form} mayChange />
      <Editor
        definition={definition}
        askable={askable}
        latest={latest}
        saving={saving}
        verb="Save"
        isKept={(draft) => JSON.stringify(draft) === saved.current}
        onSubmit={(draft) => {
          const body = formChanges(draft, latest)
          if (Object.keys(body).length === 0) toastDone('Saved.')
          else {
            sent.current = JSON.stringify(draft)
            saving.mutate({ params: { key: definition.key, formId: form.id }, body })
          }
        }}
      />
    </Stack>
  )
}

interface EditorProps {
  definition: Definition
  askable: readonly Column[]
  latest: FormDraft
  saving: { isPending: boolean; error: unknown }
  verb: string
  nameFor?: (title: string) => string
  onSubmit: (draft: FormDraft) => void
  /** Whether nothing is lost if the draft is left: it is saved, although the answer does not say so yet. */
  isKept: (draft: FormDraft) => boolean
  onCancel?: () => void
}

function Editor(props: EditorProps) {
  const { definition, askable, latest, saving, verb, nameFor, isKept, onSubmit, onCancel } = props
  const [side, setSide] = useState('edit')
  const form = useForm<FormDraft>({
    initialValues: latest,
    validate: {
      title: isNotEmpty('Enter a title.'),
      name: isNotEmpty('Enter a name.'),
      columns: isNotEmpty('Add at least one question.'),
      redirectUrl: (url, { after }) =>
        after === 'page' && url.trim() === '' ? 'Enter an address.' : null,
    },
  })
  useLatest(form, latest)
  return (
    <>
      <AskBeforeLeaving isDirty={() => form.isDirty() && !isKept(form.values)} />
      <SegmentedControl
        aria-label="Show"
        className={classes.sides}
        value={side}
        onChange={setSide}
        data={[
          { value: 'edit', label: 'Edit' },
          { value: 'preview', label: 'Preview' },
        ]}
      />
      <div className={classes.columns} data-side={side}>
        <div>
          <Form
            form={form}
            saving={saving}
            onSubmit={onSubmit}
            buttons={
              <Group className={classes.save}>
                <Button type="submit" loading={saving.isPending}>
                  {verb}
                </Button>
                {onCancel && (
                  <Button variant="default" onClick={onCancel}>
                    Cancel
                  </Button>
                )}
              </Group>
            }
          >
            <FormFields form={form} definition={definition} askable={askable} nameFor={nameFor} />
          </Form>
        </div>
        <div className={classes.preview}>
          <FormPreview draft={form.values} definition={definition} />
        </div>
      </div>
    </>
  )
}
