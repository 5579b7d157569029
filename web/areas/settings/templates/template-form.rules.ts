import type { Body, Item } from '../../../service/api.ts'

export type Template = Item<'templates.list'>

/** The editor's fields. */
export interface TemplateForm {
  name: string
  medium: Template['medium']
  definition_key: string
  subject: string
  content: string
  /** For email; null while it has no formatting. */
  content_html: string | null
}

export const blankTemplate: TemplateForm = {
  name: '',
  medium: 'text',
  definition_key: '',
  subject: '',
  content: '',
  content_html: null,
}

export const filledTemplate = (template: Template): TemplateForm => ({
  name: template.name,
  medium: template.medium,
  definition_key: template.definition_key,
  subject: template.subject ?? '',
  content: template.content,
  content_html: template.content_html,
})

/** A new template; a text has no parts of an email. */
export const newBodyOf = (form: TemplateForm): Body<'templates.create'> => ({
  name: form.name.trim(),
  medium: form.medium,
  definition_key: form.definition_key,
  content: form.content,
  ...(form.medium === 'email' && form.subject.trim() !== ''
    ? { subject: form.subject.trim() }
    : {}),
  ...(form.medium === 'email' && form.content_html !== null
    ? { content_html: form.content_html }
    : {}),
})

/** The changes to a template; undefined if there are none. */
export function changeOf(
  before: Template,
  form: TemplateForm,
): Body<'templates.update'> | undefined {
  const subject = form.subject.trim() === '' ? null : form.subject.trim()
  const body: Body<'templates.update'> = {
    ...(form.name.trim() === before.name ? {} : { name: form.name.trim() }),
    ...(form.content === before.content ? {} : { content: form.content }),
  }
  if (before.medium === 'email') {
    if (subject !== before.subject) body.subject = subject
    if (form.content_html !== before.content_html) body.content_html = form.content_html
  }
  return Object.keys(body).length === 0 ? undefined : body
}
