import { isProven } from '../../../domains/intake/forms/spam.rules.ts'
import type { TestServer } from '../service/service.ts'
import { type Desk, makeBoard, makePage, type NewColumn } from './fixtures.ts'

export type FormField = [name: string, value: string | File]

/** What a browser knows of a form's page. */
export interface ReadPage {
  status: number
  headers: Headers
  html: string
  /** The hidden fields, by name; several of one name are a list. */
  hidden: Record<string, string[]>
  /** The one-time id that a proof of work is for. */
  once: string
}

/** A number whose hash with the one-time id begins with zeros, as the script of the page finds it. */
export function prove(once: string): string {
  for (let n = 0; ; n++) if (isProven(once, String(n))) return String(n)
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

function readPage(status: number, headers: Headers, html: string): ReadPage {
  const hidden: Record<string, string[]> = {}
  for (const [, name, value] of html.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
  )) {
    hidden[name!] = [...(hidden[name!] ?? []), unescaped(value!)]
  }
  return { status, headers, html, hidden, once: /data-work="([^"]*)"/.exec(html)?.[1] ?? '' }
}

export interface Sending {
  /** The page that is sent; a new one by default. */
  page?: ReadPage
  /** The client's address; one of its own for each form by default. */
  from?: string
  /** As urlencoded, as a form without files is sent. */
  encoded?: boolean
  /** Whether the browser has JavaScript, and so works for it. */
  proven?: boolean
}

let senders = 0

/** What people without a key do with a form. */
export function visitor(server: Pick<TestServer, 'origin'>, url: string) {
  const path = new URL(url).pathname
  const address = `10.77.${++senders >> 8}.${senders & 255}`
  const ask = async (at: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const answer = await fetch(server.origin + at, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': address, ...init.headers },
    })
    return readPage(answer.status, answer.headers, await answer.text())
  }
  const open = (rest = '') => ask(path + rest)
  async function send(fields: FormField[], sending: Sending = {}): Promise<ReadPage> {
    const { encoded = false, proven = true } = sending
    const page = sending.page ?? (await open())
    const all: FormField[] = [
      ...Object.entries(page.hidden).flatMap(([name, values]) =>
        values.map((value): FormField => [name, value]),
      ),
      ...(proven && page.once ? [['proof', prove(page.once)] as FormField] : []),
      ...fields,
    ]
    const form = new FormData()
    for (const [name, value] of all) form.append(name, value)
    const body = encoded ? new URLSearchParams(all as [string, string][]) : form
    return ask(path, {
      method: 'POST',
      body,
      ...(sending.from ? { headers: { 'x-forwarded-for': sending.from } } : {}),
    })
  }
  return { path, ask, open, send }
}

export interface FormDesk {
  service: TestServer
  desk: Desk
}

/** A form on a board or page of its own, with all of its columns. */
export async function openForm(
  { service, desk }: FormDesk,
  columns: NewColumn[],
  body: Record<string, unknown> = {},
  kind: 'board' | 'page' = 'board',
) {
  const token = desk.tokens.owner
  const made =
    kind === 'board'
      ? await makeBoard(service, token, columns)
      : { id: '', ...(await makePage(service, token, columns)) }
  const base = kind === 'board' ? `/v1/boards/${made.id}` : `/v1/definitions/${made.key}`
  const api = (method: string, rest: string, sent?: object, as: keyof Desk['tokens'] = 'owner') =>
    service.api(method, base + rest, { token: desk.tokens[as], body: sent })
  const definition = (await api('GET', '')).body.data
  const keys = definition.columns.map(({ key }: { key: string }) => key)
  const answer = await api('POST', '/forms', {
    name: 'Apply',
    title: 'Apply for funding',
    columns: keys.map((key: string) => ({ key })),
    ...body,
  })
  if (answer.status !== 201) throw new Error(`the form answered ${answer.text}`)
  const form = answer.body.data
  return {
    ...made,
    base,
    api,
    form,
    visitor: () => visitor(service, form.url),
    rows: async () => (await api('GET', '/rows')).body.data,
    receipts: async (query = '') =>
      (await api('GET', `/receipts?formId=${form.id}${query}`)).body.data,
  }
}
