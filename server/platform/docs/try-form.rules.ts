import { escapeHtml } from '../../../shared/html-text.ts'
import { type Operation, type Parameter, type Reading, wholeOf } from './document.rules.ts'
import { exampleText, MULTIPART, usualBody } from './samples.rules.ts'

/** A form that sends the operation's request to this service. It shows only where the script runs that sends it. */
export function tryForm(reading: Reading, operation: Operation): string {
  const { method, path, credential, parameters } = operation
  const fields = [
    credential === 'none' ? '' : credentialField(credential),
    ...parameters.map((parameter) => parameterField(reading, parameter)),
    ...bodyFields(reading, operation),
  ]
  return `<section aria-labelledby="try" id="trying" hidden><h2 id="try">Try it</h2>
<p>This sends a real request to this service${method === 'GET' ? '' : ', and what it changes stays changed'}.</p>
<form data-method="${method}" data-path="${escapeHtml(path)}">
${fields.join('\n')}
<p><button type="submit">Send</button> <button type="button" name="stop" hidden>Stop</button></p>
</form>
<div role="status"></div>
</section>`
}

function credentialField(credential: 'key' | 'token'): string {
  const name = credential === 'key' ? 'Board key or page key' : 'Access token'
  return `<p><label for="credential">${name}</label>
<input id="credential" type="password" autocomplete="off" spellcheck="false" data-credential="${credential}" aria-describedby="kept">
<small id="kept">It stays in this tab, and is forgotten when you close it.</small></p>`
}

function parameterField(reading: Reading, parameter: Parameter): string {
  const { name, in: place, required } = parameter
  const schema = wholeOf(reading, parameter.schema)
  const id = `${place}-${escapeHtml(name)}`
  const values = schema.type === 'boolean' ? [true, false] : schema.enum
  const attributes = `id="${id}" name="${escapeHtml(name)}" data-in="${place}"${required ? ' required' : ''}`
  const field = values
    ? `<select ${attributes}><option value=""></option>${values
        .map((value) => `<option>${escapeHtml(String(value))}</option>`)
        .join('')}</select>`
    : `<input ${attributes} autocomplete="off" spellcheck="false">`
  return `<p><label for="${id}">${escapeHtml(name)}${required ? '' : ' <small>(optional)</small>'}</label>\n${field}</p>`
}

function bodyFields(reading: Reading, operation: Operation): string[] {
  const body = usualBody(reading, operation)
  if (!body) return []
  const { type, schema, example } = body
  if (type !== MULTIPART) {
    const text = escapeHtml(exampleText(type, example))
    return [
      `<p><label for="body-text">Body <small>(${escapeHtml(type)})</small></label>
<textarea id="body-text" data-type="${escapeHtml(type)}" rows="${Math.min(text.split('\n').length + 1, 20)}" spellcheck="false">
${text}</textarea></p>`,
    ]
  }
  const texts = (example ?? {}) as Record<string, string>
  return (
    Object.entries(schema.properties ?? {})
      // Files last, because what they are for has to be known first.
      .sort(([, one], [, two]) => Number(one.format === 'binary') - Number(two.format === 'binary'))
      .map(([name, { format }]) => {
        const id = `part-${escapeHtml(name)}`
        const kind =
          format === 'binary' ? 'type="file"' : `value="${escapeHtml(texts[name] ?? '')}"`
        return `<p><label for="${id}">${escapeHtml(name)}</label>\n<input id="${id}" name="${escapeHtml(name)}" data-in="part" ${kind}></p>`
      })
  )
}
