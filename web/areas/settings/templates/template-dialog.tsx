import {
  Button,
  Group,
  Input,
  Modal,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useAnswer, useChange } from '../../../api.ts'
import type { QueryName } from '../../../queries.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { toastDone } from '../../../ui/toasts.tsx'
import { MergeFieldMenu } from './merge-field-menu.tsx'
import {
  blankForm,
  changeOf,
  formOf,
  newBodyOf,
  type Template,
  type TemplateForm,
} from './template-form.rules.ts'

const RichText = lazy(() =>
  import('../../../ui/rich-text.tsx').then((m) => ({ default: m.RichText })),
)

interface Props {
  /** The one that is changed; without one it is a new one. */
  template: Template | null
  onClose: () => void
  onSaved: (template: Template) => void
}

/** Writes a template, or changes one. */
export function TemplateDialog({ template, onClose, onSaved }: Props) {
  const [form, setForm] = useState<TemplateForm>(template ? formOf(template) : blankForm)
  const { data: definitions } = useAnswer('definitions.list', { query: { limit: 1000 } })
  const words = useRef<HTMLTextAreaElement>(null)
  const subject = useRef<HTMLInputElement>(null)
  const insertRich = useRef<(text: string) => void>(() => {})
  // Where the caret was last: a field goes there.
  const [last, setLast] = useState<'subject' | 'content'>('content')
  const saved = {
    shown: true,
    outdates: [['templates']] as QueryName[],
    onDone: ({ data }: { data: Template }) => {
      toastDone(`“${data.name}” is saved.`)
      onSaved(data)
    },
  }
  const create = useChange('templates.create', saved)
  const update = useChange('templates.update', saved)
  const error = create.error ?? update.error
  const change = (part: Partial<TemplateForm>) => setForm((before) => ({ ...before, ...part }))
  const isEmail = form.medium === 'email'

  const insert = (field: string) => {
    if (last === 'content' && isEmail) return insertRich.current(field)
    const input = last === 'subject' ? subject.current : words.current
    const text = form[last]
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length]
    change({ [last]: text.slice(0, from) + field + text.slice(to) })
    input?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!template) return create.mutate({ body: newBodyOf(form) })
    const body = changeOf(template, form)
    if (body) update.mutate({ params: { id: template.id }, body })
    else onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={template ? 'Change the template' : 'New template'}
      size="xl"
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={form.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            data-autofocus
          />
          {!template && (
            <Group grow align="flex-end">
              <SegmentedControl
                aria-label="Medium"
                value={form.medium}
                onChange={(medium) => change({ medium: medium as TemplateForm['medium'] })}
                data={[
                  { value: 'text', label: 'Text' },
                  { value: 'email', label: 'Email' },
                ]}
              />
              <Select
                label="Filled by rows of"
                placeholder="A page or board"
                required
                searchable
                value={form.definition_key || null}
                data={(definitions?.data ?? []).map(({ key, name }) => ({
                  value: key,
                  label: name,
                }))}
                onChange={(key) => change({ definition_key: key ?? '' })}
              />
            </Group>
          )}
          {isEmail && (
            <TextInput
              ref={subject}
              label="Subject"
              maxLength={998}
              value={form.subject}
              onFocus={() => setLast('subject')}
              onChange={(event) => change({ subject: event.currentTarget.value })}
            />
          )}
          <Group justify="space-between" align="flex-end" mb={-8}>
            <Input.Label htmlFor={isEmail ? undefined : 'template-words'} required>
              Content
            </Input.Label>
            <MergeFieldMenu definitionKey={form.definition_key} onPick={insert} />
          </Group>
          {isEmail ? (
            <Suspense fallback={<Skeleton height={140} />}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: only learns where the caret is */}
              <div onFocus={() => setLast('content')}>
                <RichText
                  label="Content"
                  start={{
                    text: form.content,
                    ...(form.content_html ? { html: form.content_html } : {}),
                  }}
                  onChange={({ text, html }) =>
                    change({ content: text, content_html: html ?? null })
                  }
                  onInserter={(put) => {
                    insertRich.current = put
                  }}
                />
              </div>
            </Suspense>
          ) : (
            <Textarea
              id="template-words"
              ref={words}
              minRows={4}
              maxRows={12}
              required
              value={form.content}
              onFocus={() => setLast('content')}
              onChange={(event) => change({ content: event.currentTarget.value })}
            />
          )}
          <Input.Description>
            {
              '{{contact}} is the cell of a column; {{contact|there}} says “there” where it is empty. Without a value and without a stand-in, nothing is sent.'
            }
          </Input.Description>
          {error && <FailureAlert title="It was not saved" error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={create.isPending || update.isPending}
              disabled={form.content.trim() === '' || form.definition_key === ''}
            >
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
