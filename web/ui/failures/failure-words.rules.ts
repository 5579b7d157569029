import type { Failure } from '../../../sdk/client.ts'

type Issue = Failure['issues'][number]

/**
 * What a refusal says to whoever filled in a form. It names a field as the form does, not by its path in the request.
 */
export function failureWords({ code, message, issues: [first] }: Failure): string {
  if (code === 'unreachable') return 'The service did not answer. Try again in a moment.'
  // The service's message for everything missing or hidden is meant for programs.
  if (code === 'not_found') return 'It doesn’t exist, or you don’t have access to it.'
  if (code === 'recipient_opted_out') {
    return 'They opted out of these messages. If they have opted in since, remove the opt-out under Settings, Opt-outs.'
  }
  // If a request does not fit its schema, the message is the first issue.
  if (!first || !message.startsWith(first.path)) return message.replace(FIELD_BEFORE, '')
  return issueWords(first) + message.slice(`${first.path} ${first.message}`.length)
}

/** `address: "12" is …`: the value already shows which field it is. */
const FIELD_BEFORE = /^[a-z][\w.]*: (?=")/

/** `body.workspaceName is required` becomes `Workspace name is required`. */
export const issueWords = ({ path, message }: Issue): string => `${fieldWords(path)} ${message}`

function fieldWords(path: string): string {
  const [, ...parts] = path.split('.')
  const name = words(parts.at(-1) ?? '')
  const listed = parts.slice(0, -1).findLast((part) => part.endsWith(']'))
  if (name === '') return 'What was sent'
  return capital(listed ? `${words(listed)}, ${name}` : name)
}

/** `perMinute` as `per minute`, `rows[1]` as `rows 2`: people count from one. */
const words = (part: string): string =>
  part
    .replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`)
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\burl\b/, 'URL')
    .replace(/^pass$/, 'password')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
