import { holdsFiles, inputOf, isLink, isMoney, signOf } from '../column-types.ts'
import { currencyInWords } from '../currencies.ts'
import { escapeHtml } from '../html-text.ts'
import type { AskedField } from './asked-field.ts'
import { autocompleteOf } from './autocomplete.ts'
import { FIELD, fieldOf } from './field-names.ts'

/** A file that has been sent already. */
export interface ShownFile {
  id: string
  token: string
  name: string
  size: number
}

/** What a field shows besides the question. */
export interface Shown {
  typed: readonly string[]
  files: readonly ShownFile[]
  problem: string | undefined
  /** The size of the largest file, if it is known. */
  maxFileBytes: number | undefined
}

/** More options than this are a list to open instead of buttons to choose from. */
const MOST_BUTTONS = 6
const MOST_BOXES = 40

type Attributes = Record<string, string | number | boolean | undefined>

const attributes = (of: Attributes): string =>
  Object.entries(of)
    .map(([name, value]) => {
      if (value === undefined || value === false) return ''
      return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
    })
    .join('')

export const idOf = (key: string): string => `f-${key}`

/** One question with its field, its help and what is wrong with the answer. */
export function fieldHtml(asked: AskedField, shown: Shown): string {
  const { column, label, required } = asked
  const id = idOf(column.key)
  const help = helpOf(asked, shown)
  const about = [help && `${id}-h`, shown.problem && `${id}-e`].filter(Boolean).join(' ')
  const notes =
    (help ? `<p class="h" id="${id}-h">${escapeHtml(help)}</p>` : '') +
    (shown.problem ? `<p class="e" id="${id}-e">${escapeHtml(shown.problem)}</p>` : '')
  const mark = required ? '<span class="r">required</span>' : ''
  const common: Attributes = {
    id,
    name: fieldOf(column.key),
    'aria-describedby': about || undefined,
    'aria-invalid': shown.problem ? 'true' : undefined,
  }
  const css = shown.problem ? 'f bad' : 'f'
  if (inputOf(column.type) === 'tick') {
    const box = `<input type="checkbox" value="yes"${attributes({ ...common, required, checked: isTicked(shown) })}>`
    const text = `<span><span class="one">${escapeHtml(label)}</span>${mark}</span>`
    return `<div class="${css} o">${notes}<label>${box}${text}</label></div>\n`
  }
  const choices = choicesHtml(asked, shown, common)
  if (choices) {
    return `<fieldset class="${css} o"${attributes({ 'aria-describedby': about || undefined })}><legend>${escapeHtml(label)}${mark}</legend>${notes}${choices}</fieldset>\n`
  }
  const head = `<label for="${id}">${escapeHtml(label)}${mark}</label>${notes}`
  return `<div class="${css}">${head}${inputHtml(asked, shown, common)}</div>\n`
}

const isTicked = ({ typed }: Shown): boolean => typed.some((text) => text.trim() !== '')

/** Buttons or boxes to choose from; undefined for other fields. */
function choicesHtml({ column, required }: AskedField, { typed }: Shown, common: Attributes) {
  const labels = (column.settings.options ?? []).map(({ label }) => label)
  const input = inputOf(column.type)
  const isSingle = input === 'option' && labels.length <= MOST_BUTTONS
  const isSeveral = input === 'options' && labels.length <= MOST_BOXES
  if (!isSingle && !isSeveral) return undefined
  const type = isSingle ? 'radio' : 'checkbox'
  return labels
    .map((label, index) => {
      const own = attributes({
        type,
        id: index === 0 ? common.id : undefined,
        name: common.name,
        value: label,
        required: isSingle && required,
        checked: typed.includes(label),
      })
      return `<label><input${own}><span>${escapeHtml(label)}</span></label>`
    })
    .join('')
}

function inputHtml(asked: AskedField, shown: Shown, common: Attributes): string {
  const { column, required } = asked
  const { typed } = shown
  const value = typed.at(-1) ?? ''
  const autocomplete = autocompleteOf(asked)
  const all = { ...common, required, autocomplete }
  const line = (kind: Attributes) =>
    `<input${attributes({ ...all, ...kind, value: value || undefined })}>`
  const input = inputOf(column.type)
  switch (input) {
    case 'lines':
      // A line break right after the tag would be dropped.
      return `<textarea rows="5"${attributes(all)}>\n${escapeHtml(value)}</textarea>`
    case 'option':
    case 'options': {
      const several = input === 'options'
      const options = (column.settings.options ?? []).map(
        ({ label }) =>
          `<option${attributes({ selected: typed.includes(label) })}>${escapeHtml(label)}</option>`,
      )
      const empty = several ? '' : '<option value="">Choose one</option>'
      const own = attributes({ ...all, multiple: several, size: several ? 8 : undefined })
      return `<select${own}>${empty}${options.join('')}</select>`
    }
    case 'files':
      return filesHtml(asked, shown, common)
    case 'email':
      return line({ type: 'email', spellcheck: 'false', autocapitalize: 'none' })
    case 'phone':
      return line({ type: 'tel' })
    case 'url':
      return line({ type: 'text', inputmode: 'url', spellcheck: 'false', autocapitalize: 'none' })
    case 'number':
      return line({ type: 'text', inputmode: 'decimal' })
    // What does not fit a date input stays as it was typed.
    case 'day':
      return line({ type: /^(\d{4}-\d\d-\d\d)?$/.test(value) ? 'date' : 'text' })
    case 'time':
      return line({
        type: /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?)?$/.test(value) ? 'datetime-local' : 'text',
      })
    case 'line':
    case 'rows':
    // No form asks for the others in a line.
    case 'tick':
    case 'person':
    case 'none':
      return line({ type: 'text' })
  }
}

function filesHtml(
  { column: { settings }, required }: AskedField,
  { files }: Shown,
  common: Attributes,
): string {
  const kept = files.map(({ id, token, name, size }) => {
    const text = `<span>${escapeHtml(name)} <span class="r">${sizeText(size)}</span></span>`
    const drop = `<label><input type="checkbox" name="${FIELD.drop}" value="${escapeHtml(id)}">Remove</label>`
    return `<li>${text}${drop}<input type="hidden" name="${FIELD.kept}" value="${token}"></li>`
  })
  const own = attributes({
    type: 'file',
    ...common,
    required: required && files.length === 0,
    multiple: settings.maxFiles !== 1,
    accept: settings.accept?.join(','),
  })
  return `${kept.length > 0 ? `<ul class="k" aria-label="Files that we have">${kept.join('')}</ul>` : ''}<input${own}>`
}

/** The sentence below the label: what the desk wrote, and what a field of this kind takes. */
function helpOf({ column, help }: AskedField, { maxFileBytes }: Shown): string {
  const { settings, type } = column
  const own = help ?? ''
  if (isMoney(type))
    return joined(own, settings.currency && `In ${currencyInWords(settings.currency)}.`)
  if (signOf(type) === '%') return joined(own, 'In percent.')
  if (isLink(type) && settings.multiple) return joined(own, 'Separate several with commas.')
  if (!holdsFiles(type)) return own
  const most = settings.maxFiles
  const count =
    most === 1 ? 'One file' : most === undefined ? 'One or more files' : `Up to ${most} files`
  const each = most === 1 ? 'up to' : 'each up to'
  const size = maxFileBytes === undefined ? '' : `, ${each} ${sizeText(maxFileBytes)}`
  const kinds = (settings.accept ?? []).map(kindText)
  return joined(own, `${count}${size}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}.`)
}

const joined = (...parts: (string | undefined | false)[]): string =>
  parts.filter((part) => part).join(' ')

const kindNames: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/*': 'images',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'text/csv': 'CSV',
  'text/*': 'text',
  'audio/*': 'audio',
  'video/*': 'video',
}
const kindText = (type: string): string => kindNames[type] ?? type

/** `25 MiB`, `340 KiB`. */
export function sizeText(bytes: number): string {
  const KIB = 1024
  if (bytes >= KIB * KIB) return `${Math.round((bytes / KIB / KIB) * 10) / 10} MiB`
  return bytes >= KIB ? `${Math.round(bytes / KIB)} KiB` : `${bytes} bytes`
}
