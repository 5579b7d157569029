import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileHtml } from '../../../tests/support/inputs/hostile-html.ts'
import { hostileMails } from '../../../tests/support/inputs/hostile-mails.ts'
import { timesAsLong } from '../../../tests/support/machine/cpu-time.ts'
import { cleanHtml, textInHtml } from './sanitize.rules.ts'

const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*) ?\/?>/g
const tags = new Set(
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code div strong em b i u s strike del ins sub sup small big a span font center ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
const plainValue = /^[a-z0-9#%+., '_-]*$/i
const attributes: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:)\S+$/i,
  rel: /^noopener noreferrer nofollow$/,
  style: /^[a-z0-9#%.,:; '()/_-]+$/i,
  ...Object.fromEntries(
    'align valign bgcolor width height colspan rowspan span border cellpadding cellspacing start color size face dir'
      .split(' ')
      .map((name) => [name, plainValue]),
  ),
}
/** Parts of a style that could do harm. */
const HARM =
  /url|expression|import|behaviou?r|binding|javascript|position|display|z-index|opacity|float|transform[^:]|content|filter|animation|var\(|\\|\/\*|-\d/i

/** Finds HTML that is not allowed, with a parser of its own: every `<` and `>` must belong to an allowed tag. */
function faults(html: string): string[] {
  const found: string[] = []
  const rest = html.replace(TAG, (whole, name: string, inside: string) => {
    if (!tags.has(name)) found.push(whole)
    for (const [, attribute, value] of inside.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      if (!attributes[attribute!]?.test(value!)) found.push(whole)
      if (attribute === 'href' && name !== 'a') found.push(whole)
      if (attribute === 'style' && HARM.test(value!)) found.push(whole)
    }
    return ''
  })
  return /[<>]/.test(rest) ? [...found, rest] : found
}

test('an email keeps its looks, and loads nothing', () => {
  expect(
    cleanHtml(
      '<html><head><style>p{color:red}</style><title>x</title></head><body bgcolor=white><table width="600" border=0 cellpadding="4" style="border-collapse:collapse; background:url(https://evil.example/b.png)"><tr><td align=center valign="top" bgcolor="#fff" style="padding:0 10px; color: rgb(1, 2, 3) !important; FONT-FAMILY: &quot;Helvetica Neue&quot;, Arial"><font face="Arial" size=2 color=navy>Hi <a href="https://a.example/?a=1&amp;b=2" style="color:red">site</a></font><img src="cid:logo" alt="Our <logo>"></td></tr></table></body></html>',
    ),
  ).toBe(
    '<table width="600" border="0" cellpadding="4" style="border-collapse:collapse"><tr><td align="center" valign="top" bgcolor="#fff" style="padding:0 10px;color:rgb(1, 2, 3);font-family:\'Helvetica Neue\', Arial"><font face="Arial" size="2" color="navy">Hi <a href="https://a.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">site</a></font>Our &lt;logo&gt;</td></tr></table>',
  )
})

const COMBINATIONS = process.env.SOAK ? 10_000 : 300
const payloads = [...hostileHtml, ...hostileMails]

test('there are 300 payloads', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(300)
})

describe('with anything in an email', () => {
  test.each(payloads.map((html) => [html.slice(0, 120), html]))('%s', (_, html) => {
    for (const around of [html, `<p>a ${html} b</p>`, `<table><tr><td style="color:red">${html}`]) {
      const cleaned = cleanHtml(around)
      expect(faults(cleaned), cleaned).toEqual([])
      expect(cleanHtml(cleaned)).toBe(cleaned)
      expect(cleaned).not.toMatch(/<(?:script|form|input|button|iframe|img|style|link|base)\b/i)
    }
  })
})

const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...payloads) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '&lt;',
      '&#60;',
      '</',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '`',
      '<p>',
      '</p>',
      '<tr>',
      '<td>',
      '<table>',
      '</table>',
      '<li>',
      '<a ',
      '<img alt="',
      '<font ',
      'href="',
      'style="',
      'color:red',
      'https://a.example',
      '<svg>',
      '</svg>',
      '<style>',
      '</style>',
      '<x',
      '\n\n',
      '=',
      ';',
      ':',
      '(',
      ')',
      '\\',
      '/*',
    ),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
)

test('any combination leaves nothing else, and cleaning twice changes nothing', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 16 }), (parts) => {
      const cleaned = cleanHtml(parts.join(''))
      expect(faults(cleaned)).toEqual([])
      expect(cleanHtml(cleaned)).toBe(cleaned)
    }),
    { numRuns: COMBINATIONS },
  )
  if (process.env.SOAK)
    console.log(`figure: ${COMBINATIONS} combinations of ${payloads.length} payloads`)
})

test('unclosed tags become characters', () => {
  for (const html of [
    '<div>'.repeat(100_000),
    '<div></x>'.repeat(50_000),
    '<p><b><td>'.repeat(40_000),
    '<x '.repeat(100_000),
    '<a href="'.repeat(50_000),
  ]) {
    const cleaned = cleanHtml(html)
    expect(faults(cleaned)).toEqual([])
    expect(cleanHtml(cleaned)).toBe(cleaned)
  }
})

test('a broken cleaner would be found', () => {
  for (const html of [
    '<p onclick="x">a</p>',
    '<script>x</script>',
    '<a href="javascript:x">a</a>',
    '<img src="https://a.example">',
    '<form>x</form>',
    '<p style="position:fixed">a</p>',
    '<p style="background-color:url(x)">a</p>',
    '<p style="margin:-5px">a</p>',
    'a < b',
  ]) {
    expect(faults(html), html).not.toEqual([])
  }
})

test('the text of an email has the lines that its HTML shows', () => {
  const words = (html: string) => textInHtml(cleanHtml(html))
  expect(words('<div>Dear\n Ann,<br><br>see &lt;this&gt; &amp; that</div><p>Bye</p>')).toBe(
    'Dear Ann,\n\nsee <this> & that\nBye',
  )
  expect(words('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toBe('a b\nc')
  expect(words('<p>a <b>\u00a0</b>\n<i> b </i> </p> <p> c</p>')).toBe('a    b\nc')
  expect(words('<style>x</style><img alt="logo"><p></p><p></p><p></p>')).toBe('logo')
})

test('the text takes no longer than the HTML is, whatever its blanks', async () => {
  const read = (times: number) => expect(textInHtml('<td> </td>'.repeat(times))).toBe('')
  // Ten times the length took a hundred times as long.
  expect(
    await timesAsLong(
      () => read(50_000),
      () => read(5_000),
    ),
  ).toBeLessThan(40)
})

describe('pictures that came with the email', () => {
  const pictures = new Map([
    ['logo@01D0', '/v1/files/one/content'],
    ['a&b', '/v1/files/two/content'],
  ])
  test.each([
    ['<img src="cid:logo@01D0">', '<img src="/v1/files/one/content" />'],
    [
      '<img SRC=" CID:logo%4001D0 " alt="Our &quot;logo&quot;" width=20 height="5" onerror=x style="position:fixed;width:20px">',
      '<img alt="Our &quot;logo&quot;" width="20" height="5" style="width:20px" src="/v1/files/one/content" />',
    ],
    ['<img src="cid:a&amp;b">', '<img src="/v1/files/two/content" />'],
  ])('%s is shown', (html, shown) => {
    expect(cleanHtml(html, pictures)).toBe(shown)
  })

  test.each([
    '<img src="cid:other" alt="words">',
    '<img src="cid:" alt="words">',
    '<img src="cid:%" alt="words">',
    '<img src="https://evil.example/p.gif" alt="words">',
    '<img src="//evil.example/v1/files/one/content" alt="words">',
    '<img src="/v1/files/three/content" alt="words">',
    '<img src="data:image/png;base64,AAAA" alt="words">',
    '<img srcset="/v1/files/one/content" alt="words">',
    '<img alt="words">',
  ])('%s is only its words', (html) => {
    expect(cleanHtml(html, pictures)).toBe('words')
  })

  test('lose none of the text around them, nor do others', () => {
    const html =
      '<p>a <img src="cid:logo@01D0"> b <img src="x" alt="1 &lt; &quot;2&quot;"> c <b>d</b> <img alt="e"> f<img>g</p>'
    const shown = '<img src="/v1/files/one/content" />'
    expect(cleanHtml(html, pictures)).toBe(`<p>a ${shown} b 1 &lt; "2" c <b>d</b> e fg</p>`)
  })

  test('have their words in the text of the email', () => {
    const clean = cleanHtml('<p>Hi <img src="cid:logo@01D0" alt="A &lt;b&gt;"> there</p>', pictures)
    expect(textInHtml(clean)).toBe('Hi A <b> there')
    expect(textInHtml(cleanHtml('<p>Hi<img src="cid:logo@01D0"></p>', pictures))).toBe('Hi')
  })

  test('are the only addresses that are loaded, whatever the HTML is', () => {
    const piece = fc.constantFrom(
      '<img ',
      'src=',
      '"',
      "'",
      '>',
      '<',
      'cid:logo@01D0',
      '/v1/files/one/content',
      'https://evil.example',
      ' onerror=x ',
      'alt=',
      '<svg>',
      '<style>',
      '<image ',
      ' srcset=',
      '</',
      'p>',
      '<table background=',
      '&quot;',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const clean = cleanHtml(pieces.join(''), pictures)
        for (const [tag] of clean.matchAll(/<[^>]*>/g)) {
          const rest = tag.replaceAll(/ (?:alt|dir|style|width|height)="[^"]*"/g, '')
          if (rest.startsWith('<img')) expect(rest).toBe('<img src="/v1/files/one/content" />')
          else expect(rest).not.toMatch(/src|background=/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
