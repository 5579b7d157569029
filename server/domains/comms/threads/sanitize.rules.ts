import type sanitizeHtml from 'sanitize-html'
import { lazily } from '../../../platform/lazy.ts'
import { escapeHtml } from '../../../platform/markdown.rules.ts'
import {
  cleanUntilStable,
  linkTo,
  TEXT_TAGS,
  UNREAD_TAGS,
} from '../../../platform/safe-html.rules.ts'

// Cleans the HTML of emails: it keeps only tags, attributes and styles on a list. The result can look as mail programs
// make it (tables, colours, sizes), but it loads nothing, runs nothing, sends nothing and covers nothing else.

const sanitizer = lazily<typeof sanitizeHtml>('sanitize-html')

const LENGTH = '(?:0|\\d{1,4}(?:\\.\\d{1,4})?(?:px|pt|em|rem|ex|%)?)'
const COLOR = '(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\\([\\d\\s.,%/]{1,40}\\))'
const LINE = '(?:none|solid|dashed|dotted|double|groove|ridge|inset|outset)'
const EDGE = `(?:${LENGTH}|${LINE}|${COLOR}|thin|medium|thick)`
const whole = (pattern: string) => new RegExp(`^${pattern}$`, 'i')
const some = (pattern: string, most: number) => whole(`${pattern}(?: ${pattern}){0,${most - 1}}`)

const length = whole(`(?:${LENGTH}|auto|normal)`)
const lengths = some(`(?:${LENGTH}|auto)`, 4)
const color = whole(COLOR)
const edge = some(EDGE, 3)
const word = (...words: string[]) => whole(`(?:${words.join('|')})`)

/** Properties that change how text looks. None can move it, hide it or cover other text. */
const properties: Record<string, RegExp> = {
  color,
  'background-color': color,
  'border-color': some(COLOR, 4),
  'font-family': whole("[a-z0-9 ,'_-]{1,200}"),
  'font-size': whole(
    `(?:${LENGTH}|xx-small|x-small|small|medium|large|x-large|xx-large|smaller|larger)`,
  ),
  'font-style': word('normal', 'italic', 'oblique'),
  'font-weight': word('normal', 'bold', 'bolder', 'lighter', '[1-9]00'),
  'text-align': word('left', 'right', 'center', 'justify', 'start', 'end'),
  'text-decoration': some('(?:none|underline|overline|line-through)', 3),
  'text-transform': word('none', 'capitalize', 'uppercase', 'lowercase'),
  'vertical-align': word(
    'baseline',
    'top',
    'middle',
    'bottom',
    'text-top',
    'text-bottom',
    'sub',
    'super',
  ),
  'white-space': word('normal', 'pre', 'pre-wrap', 'pre-line', 'nowrap'),
  'list-style-type': word(
    'none',
    'disc',
    'circle',
    'square',
    'decimal',
    'lower-alpha',
    'upper-alpha',
  ),
  'line-height': length,
  width: length,
  height: length,
  'max-width': length,
  padding: lengths,
  margin: lengths,
  ...Object.fromEntries(
    ['top', 'right', 'bottom', 'left'].flatMap((side) => [
      [`padding-${side}`, length],
      [`margin-${side}`, length],
      [`border-${side}`, edge],
    ]),
  ),
  border: edge,
  'border-width': lengths,
  'border-style': some(LINE, 4),
  'border-radius': lengths,
  'border-collapse': word('collapse', 'separate'),
  'border-spacing': some(LENGTH, 2),
}

const side = word('left', 'right', 'center', 'justify')
const size = /^\d{1,4}%?$/
const count = /^\d{1,3}$/
const cell = {
  align: side,
  valign: word('top', 'middle', 'bottom', 'baseline'),
  bgcolor: color,
  width: size,
  height: size,
  colspan: count,
  rowspan: count,
}
const everywhere = { dir: word('ltr', 'rtl', 'auto'), style: /./ }
const attributes: Record<string, Record<string, RegExp>> = {
  table: {
    align: side,
    bgcolor: color,
    width: size,
    height: size,
    border: count,
    cellpadding: count,
    cellspacing: count,
  },
  tr: cell,
  td: cell,
  th: cell,
  col: { span: count, width: size },
  p: { align: side },
  div: { align: side },
  ol: { start: /^\d{1,9}$/ },
  font: { color, size: /^[+-]?[1-7]$/, face: properties['font-family']! },
  img: { alt: /^.{0,500}$/s, width: size, height: size },
}

/** What mail programs write besides. */
const MAIL_TAGS = [
  'div',
  'span',
  'font',
  'center',
  'big',
  'strike',
  'caption',
  'colgroup',
  'col',
  'img',
]

/** The addresses of pictures that came with an email, by their Content-ID. */
export type Pictures = ReadonlyMap<string, string>

const optionsFor = (pictures: Pictures): sanitizeHtml.IOptions => ({
  allowedTags: [...TEXT_TAGS, ...MAIL_TAGS],
  // All attributes pass here. Each is checked below, with its tag.
  allowedAttributes: false,
  nonTextTags: UNREAD_TAGS,
  transformTags: {
    img: (tagName, sent): sanitizeHtml.Tag => {
      const src = sourceOf(sent.src ?? '', pictures)
      return src === undefined
        ? { tagName, attribs: { alt: sent.alt ?? '' } } // becomes its words below
        : { tagName, attribs: { ...kept(tagName, sent), src } }
    },
    '*': (tagName, sent) => {
      if (tagName === 'img') return { tagName, attribs: sent } // checked above
      return { tagName, attribs: tagName === 'a' ? linkTo(sent.href ?? '') : kept(tagName, sent) }
    },
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
  parseStyleAttributes: false,
})

/** Where a picture is, if it came with the email. Any other would tell its sender who reads it when. */
function sourceOf(src: string, pictures: Pictures): string | undefined {
  const [, cid] = /^\s*cid:(.{1,1000})$/is.exec(src) ?? []
  if (cid !== undefined) return pictures.get(cid.trim()) ?? pictures.get(decoded(cid.trim()))
  return [...pictures.values()].find((known) => known === src) // from an earlier pass
}

function decoded(cid: string): string {
  try {
    return decodeURIComponent(cid)
  } catch {
    return cid
  }
}

function kept(tagName: string, sent: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const rules: Record<string, RegExp> = { ...everywhere, ...attributes[tagName] }
  const found = Object.entries(sent).flatMap(([name, value]) => {
    if (!Object.hasOwn(rules, name) || !rules[name]!.test(value)) return []
    const left = name === 'style' ? cleanStyle(value) : value
    return left === '' ? [] : [[name, left]]
  })
  return Object.fromEntries(found)
}

const MOST_STYLE = 4_000

/** The allowed declarations of a style, each in one canonical form. */
function cleanStyle(style: string): string {
  return style
    .slice(0, MOST_STYLE)
    .split(';')
    .flatMap((declaration) => {
      const [, name = '', written = ''] = /^\s*([a-z-]+)\s*:([^:]*)$/i.exec(declaration) ?? []
      const property = name.toLowerCase()
      const value = written
        .replace(/\s*!important\s*$/i, '')
        .replaceAll('"', "'")
        .trim()
        .replace(/\s+/g, ' ')
      return Object.hasOwn(properties, property) && properties[property]!.test(value)
        ? [`${property}:${value}`]
        : []
    })
    .join(';')
}

/** More levels than any real email has. The time to read HTML grows with the square of its depth. */
const MOST_DEPTH = 5_000

const NONE: Pictures = new Map()
const WITHOUT_SOURCE = /<img(?: alt(?:="([^"]*)")?)? \/>/g

/**
 * The HTML of an email with only what is on the list. Images become their alternative text, except for those that came
 * with the email. HTML that nests too deep becomes plain text.
 */
export function cleanHtml(html: string, pictures: Pictures = NONE): string {
  const options = optionsFor(pictures)
  return cleanUntilStable(isDeeper(html, MOST_DEPTH) ? escapeHtml(html) : html, {
    clean: (some) => sanitizer()(some, options).replace(WITHOUT_SOURCE, '$1'),
    textOf: (some) => sanitizer()(some, { ...options, allowedTags: [] }),
  })
}

/** Elements that never have content. */
const VOID = /^(?:area|base|basefont|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/** Whether tags could nest deeper than `most`. It can count more levels than there are, never fewer. */
function isDeeper(html: string, most: number): boolean {
  const open = new Map<string, number>()
  let depth = 0
  for (const [, slash, written] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = written!.toLowerCase()
    if (VOID.test(name)) continue
    const many = open.get(name) ?? 0
    if (slash === '') open.set(name, many + 1)
    else if (many > 0) open.set(name, many - 1)
    else continue
    depth += slash === '' ? 1 : -1
    if (depth > most) return true
  }
  return false
}

const BREAKS = /<br \/>|<\/(?:p|div|h[1-6]|li|tr|blockquote|pre|dt|dd|caption|table|ul|ol)>/g
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** The text of clean HTML: its lines as they show, without the markup. */
export const textInHtml = (clean: string): string =>
  clean
    .replace(/\s+/g, ' ')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(BREAKS, '\n')
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name]!)
    .split('\n')
    .map((line) => line.trim()) // a pattern for spaces before a line's end would take the square of their number
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
