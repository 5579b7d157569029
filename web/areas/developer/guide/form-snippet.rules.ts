import { type Input, inputOf, isPlainNumber } from '../../../../shared/column-types.ts'
import type { Definition, Guide } from '../board/developer.rules.ts'

type Column = Definition['columns'][number]

/** A form with more fields is cut to the required ones and the first of the rest. */
const MOST_FIELDS = 8
/** Nobody types the id of a row or a person into a form. */
const notTyped: readonly Input[] = ['rows', 'person']

/** A page with a form that writes a row: plain HTML and a few lines of script, with nothing to install. */
export function formSnippet(
  definition: Definition,
  guide: Guide,
  endpoint: string,
  key: string,
): string {
  const fields = fieldsOf(definition, guide)
    .map((column) => `  <p><label>${html(column.name)}<br>${fieldOf(column)}</label></p>`)
    .join('\n')
  return `<!doctype html>
<meta charset="utf-8">
<title>${html(definition.name)}</title>
<form id="row">
${fields}
  <p><button>Send</button> <output></output></p>
</form>
<script>
  const form = document.querySelector('#row')
  // A form that is sent twice under one key makes one row. Something else gets another key.
  let once
  form.addEventListener('input', () => { once = undefined })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const output = form.querySelector('output')
    const button = form.querySelector('button')
    button.disabled = true
    once ??= Date.now() + '-' + Math.random()
    output.textContent = 'Sending…'
    try {
      const response = await fetch(${JSON.stringify(endpoint)}, {
        method: 'POST',
        headers: { Authorization: 'Bearer ${key}', 'Idempotency-Key': once },
        body: new FormData(form),
      })
      const { error } = await response.json()
      // docs/errors.md lists every reason.
      const words = {
        required: 'is missing',
        not_an_email: 'is not an email address',
        not_a_phone: 'is not a phone number',
        not_a_phone_here: 'is not a whole phone number',
        not_a_web_address: 'is not a web address',
        not_unique: 'has been sent before',
      }
      const nameOf = (column) => form.elements[column]?.labels[0].firstChild.data || column
      const wordsOf = ({ column, reason, message }) =>
        column ? nameOf(column) + ' ' + (words[reason] || 'cannot be read; please check it') : message
      const problems = error && (error.errors || [error]).map(wordsOf)
      output.textContent = problems ? problems.join('. ') : 'Thank you.'
      if (!problems) {
        form.reset()
        once = undefined
      }
    } catch {
      output.textContent = 'That could not be sent; please try again.'
    }
    button.disabled = false
  })
</script>`
}

function fieldsOf({ columns }: Definition, guide: Guide): Column[] {
  const writable = new Set(
    guide.columns.filter((column) => column.writable).map(({ column }) => column),
  )
  const typed = columns.filter(
    (column) =>
      writable.has(column.key) && (column.required || !notTyped.includes(inputOf(column.type))),
  )
  const spare = MOST_FIELDS - typed.filter((column) => column.required).length
  const optional = typed.filter((column) => !column.required).slice(0, Math.max(0, spare))
  return typed.filter((column) => column.required || optional.includes(column))
}

function fieldOf({ key, type, required, settings }: Column): string {
  const attributes = `name="${html(key)}"${required ? ' required' : ''}`
  switch (inputOf(type)) {
    case 'lines':
      return `<textarea ${attributes} rows="3"></textarea>`
    case 'tick':
      return `<input ${attributes} type="checkbox" value="true">`
    case 'files': {
      const accept = settings.accept ? ` accept="${html(settings.accept.join())}"` : ''
      return `<input ${attributes} type="file" multiple${accept}>`
    }
    case 'option': {
      if (!settings.options?.length) return `<input ${attributes}>`
      const options = ['', ...settings.options.map(({ label }) => label)]
      return `<select ${attributes}>${options.map((label) => `<option>${html(label)}</option>`).join('')}</select>`
    }
    case 'email':
      return `<input ${attributes} type="email">`
    case 'phone':
      return `<input ${attributes} type="tel">`
    case 'url':
      return `<input ${attributes} type="url">`
    case 'day':
      return `<input ${attributes} type="date">`
    case 'time':
      return `<input ${attributes} type="datetime-local">`
    case 'number':
      // Beside an amount or a percentage, people write its sign.
      return `<input ${attributes}${isPlainNumber(type) ? ' type="number" step="any"' : ''}>`
    case 'line':
    case 'options':
    case 'person':
    case 'rows':
    case 'none':
      return `<input ${attributes}>`
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const html = (text: string): string => text.replace(/[&<>"]/g, (mark) => entities[mark]!)
