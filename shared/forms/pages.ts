import { holdsFiles } from '../column-types.ts'
import type { DefinitionColor } from '../definition-looks.ts'
import { escapeHtml } from '../html-text.ts'
import type { AskedField } from './asked-field.ts'
import { FIELD } from './field-names.ts'
import { fieldHtml, idOf, type ShownFile } from './fields.ts'
import { pageStyle } from './page-style.ts'

// The pages of a form, as they are sent: they work without JavaScript, and nothing in them comes from anywhere else.

/** What all pages of a form share. */
export interface Around {
  /** The name of the desk; empty if it is not known. */
  desk: string
  color: DefinitionColor
  /** Whether it is shown in a frame of another site. */
  embedded: boolean
  /** What the style and the script are allowed by. */
  nonce: string
}

export interface FormPage {
  title: string
  intro: string | null
  asked: readonly AskedField[]
  drafts: boolean
  /** Where it is sent. */
  action: string
  stamp: string
  once: string
  proof: string
  draft: string
  /** By the id of the column, as it came. */
  typed: ReadonlyMap<string, readonly string[]>
  /** By the id of the column. */
  files: ReadonlyMap<string, readonly ShownFile[]>
  /** By the id of the column; in order. */
  problems: ReadonlyMap<string, string>
  /** What to say above the form besides problems. */
  notice: string | undefined
  /** The address of the form's script. A preview has none. */
  script: string | undefined
  maxFileBytes: number | undefined
}

function pageHtml(
  { desk, color, embedded, nonce }: Around,
  title: string,
  content: string,
  head = '',
): string {
  const name = desk === '' ? '' : `<p class="desk">${escapeHtml(desk)}</p>\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${pageStyle(color)}</style>
${head}</head>
<body${embedded ? ' class="embed"' : ''}>
<main><div class="card">
<header>
${name}${content}</div></main>
</body>
</html>
`
}

/** Text as its author wrote it: blank lines separate paragraphs, other line breaks stay. */
const paragraphs = (text: string, css = ''): string =>
  text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p${css}>${escapeHtml(part.trim()).replace(/\r?\n/g, '<br>')}</p>\n`)
    .join('')

/** The form itself, with what was typed and what is wrong with it. */
export function formPage(around: Around, form: FormPage): string {
  const { title, intro, asked, problems, notice } = form
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
  const fields = asked.map((one) =>
    fieldHtml(one, {
      typed: form.typed.get(one.column.id) ?? [],
      files: form.files.get(one.column.id) ?? [],
      problem: problems.get(one.column.id),
      maxFileBytes: form.maxFileBytes,
    }),
  )
  const hasFiles = asked.some(({ column }) => holdsFiles(column.type))
  const later = form.drafts
    ? `<button class="q" name="${FIELD.save}" value="1">Save and finish later</button>`
    : ''
  const content = `<h1>${escapeHtml(title)}</h1>
${intro === null ? '' : paragraphs(intro)}</header>
${notice ? `<p class="n" role="status">${escapeHtml(notice)}</p>\n` : ''}${summaryHtml(asked, problems)}<form method="post" action="${escapeHtml(form.action)}"${hasFiles ? ' enctype="multipart/form-data"' : ''} novalidate data-work="${form.once}">
${hidden(FIELD.stamp, form.stamp)}${hidden(FIELD.proof, form.proof)}${form.draft === '' ? '' : hidden(FIELD.draft, form.draft)}
<div class="t" aria-hidden="true"><label>Leave this empty<input name="${FIELD.trap}" tabindex="-1" autocomplete="off"></label></div>
${fields.join('')}<div class="a"><button>Send</button>${later}</div>
</form>
`
  const script =
    form.script === undefined
      ? ''
      : `<script src="${form.script}" nonce="${around.nonce}" defer></script>\n`
  return pageHtml(around, problems.size > 0 ? `Problem: ${title}` : title, content, script)
}

/** Every problem with a link to its field. It gets the focus, so that it is read out first. */
function summaryHtml(asked: readonly AskedField[], problems: ReadonlyMap<string, string>): string {
  if (problems.size === 0) return ''
  const items = asked.flatMap(({ column, label }) => {
    const problem = problems.get(column.id)
    if (problem === undefined) return []
    const text = escapeHtml(`${label.replace(/[\s.:]+$/, '')}: ${problem}`)
    return [`<li><a href="#${idOf(column.key)}">${text}</a></li>`]
  })
  const count = items.length === 1 ? 'one answer' : `${items.length} answers`
  return `<div class="s" role="alert" tabindex="-1" autofocus>
<h2>Please check ${count}</h2>
<p class="h">Nothing has been sent yet. What you entered is still here.</p>
<ul>${items.join('')}</ul></div>
`
}

/** A page that only says something. */
function messagePage(around: Around, title: string, texts: string, more = ''): string {
  return pageHtml(around, title, `<h1>${escapeHtml(title)}</h1>\n</header>\n${texts}${more}`)
}

const message = (text: string): string => paragraphs(text, ' class="m"')

export const THANKS = 'We have received what you sent.'

export const thanksPage = (around: Around, thanks: string | null, again: string): string =>
  messagePage(
    around,
    'Thank you',
    message(thanks ?? THANKS),
    `<p class="m"><a href="${escapeHtml(again)}">Fill it in again</a></p>\n`,
  )

/** The link with which somebody can go on later. */
export const savedPage = (around: Around, link: string, until: string): string =>
  messagePage(
    around,
    'Your answers are saved',
    message(
      'Nothing has been sent yet. To go on, open this link. Keep it to yourself: whoever has it sees your answers.',
    ),
    `<p class="m"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>\n${message(`The link works until ${until}.`)}`,
  )

const closings = {
  past_closing: ['This form is closed', 'It no longer takes answers.'],
  limit_reached: [
    'This form is full for today',
    'It takes only so many answers a day. Please come back tomorrow.',
  ],
  no_columns: ['This form is closed', 'It does not take answers at the moment.'],
  lacks_required: ['This form is closed', 'It does not take answers at the moment.'],
} as const
type ClosedBecause = keyof typeof closings

export function closedPage(around: Around, closed: ClosedBecause): string {
  const [title, text] = closings[closed]
  return messagePage(around, title, message(text))
}

export const unknownPage = (around: Around): string =>
  messagePage(
    around,
    'There is no form here',
    message('The address may be mistyped, or the form was taken down. Ask whoever gave it to you.'),
  )

export const noDraftPage = (around: Around, form: string): string =>
  messagePage(
    around,
    'These answers are gone',
    message('The link is older than 7 days, or the answers have been sent.'),
    `<p class="m"><a href="${escapeHtml(form)}">Start again</a></p>\n`,
  )

export const tooOftenPage = (around: Around, minutes: number): string =>
  messagePage(
    around,
    'Please wait a little',
    message(
      `Too much has been sent here in a short time. Go back, wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and send it again.`,
    ),
  )

/** For a request that no page of ours makes, or that failed. */
export const failedPage = (around: Around, text: string): string =>
  messagePage(around, 'This did not work', message(text))
