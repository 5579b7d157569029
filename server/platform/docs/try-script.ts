/**
 * The only script of the reference: it sends the request of a page's form, with the reader's own key, and shows the answer.
 * The key is kept in the tab. The cookie of the app is not sent.
 */
export const tryScript = `(() => {
const section = document.getElementById('trying')
const form = section.querySelector('form')
const status = section.querySelector('[role=status]')
const credential = form.querySelector('[data-credential]')
const body = form.querySelector('textarea')
const { stop } = form.elements
section.hidden = false

const place = credential && 'sourcebook.reference.' + credential.dataset.credential
if (credential) {
  credential.value = sessionStorage.getItem(place) ?? ''
  credential.addEventListener('input', () => sessionStorage.setItem(place, credential.value))
}

let sent
form.addEventListener('submit', (event) => {
  event.preventDefault()
  sent?.abort()
  sent = new AbortController()
  send(sent)
})
stop.addEventListener('click', () => sent.abort())

function requestOf() {
  let path = form.dataset.path
  const query = new URLSearchParams()
  const headers = {}
  const parts = new FormData()
  let hasParts = false
  if (credential?.value) headers.authorization = 'Bearer ' + credential.value.trim()
  for (const field of form.querySelectorAll('[data-in]')) {
    const { name, value } = field
    const where = field.dataset.in
    if (where === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value))
    if (where === 'part') hasParts = true
    if (value === '') continue
    if (where === 'query') query.append(name, value)
    if (where === 'header') headers[name] = value
    if (where === 'part') parts.append(name, field.files ? field.files[0] : value)
  }
  if (body) headers['content-type'] = body.dataset.type
  const search = String(query)
  return {
    url: search ? path + '?' + search : path,
    init: { method: form.dataset.method, headers, body: body ? body.value : hasParts ? parts : undefined },
  }
}

async function send(own) {
  const shown = document.createElement('p')
  shown.textContent = 'Waiting for the answer…'
  status.replaceChildren(shown)
  stop.hidden = false
  try {
    const { url, init } = requestOf()
    const answer = await fetch(url, { ...init, signal: own.signal, credentials: 'omit', cache: 'no-store', redirect: 'manual' })
    const type = answer.headers.get('content-type') ?? ''
    shown.textContent = answer.status + ' ' + answer.statusText + ' ' + type
    if (/^(text|application)\\/(event-stream|json|xml|markdown|csv|html|plain)/.test(type)) await showText(answer, type)
    else await offerFile(answer)
  } catch (error) {
    if (own === sent) shown.append(own.signal.aborted ? ' Stopped.' : ' The service could not be reached: ' + error.message)
  } finally {
    if (own === sent) stop.hidden = true
  }
}

/** A stream of events is shown as it comes. */
async function showText(answer, type) {
  const block = document.createElement('pre')
  block.tabIndex = 0
  status.append(block)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text = (text + piece.value).slice(0, 200000)
    if (!type.includes('json')) block.textContent = text
  }
  if (type.includes('json')) block.textContent = indented(text)
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function offerFile(answer) {
  const bytes = await answer.blob()
  if (bytes.size === 0) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'answer'
  link.textContent = 'Save the answer (' + bytes.size.toLocaleString() + ' bytes)'
  status.append(link)
}
})()
`
