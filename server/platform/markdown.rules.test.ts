import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileHtml } from '../tests/support/inputs/hostile-html.ts'
import { cleanHtml, escapeHtml, markdownToHtml } from './markdown.rules.ts'

const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*) ?\/?>/g
const tags = new Set(
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code strong em b i u s del ins sub sup small a ul ol li dl dt dd table thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
const attributes: Record<string, RegExp> = {
  'a href': /^(https?:\/\/|mailto:)\S+$/i,
  'a rel': /^noopener noreferrer nofollow$/,
  'ol start': /^\d+$/,
  'th align': /^(left|center|right)$/,
  'td align': /^(left|center|right)$/,
}

/** Finds HTML that is not on the list, with a parser of its own: every `<` and `>` must belong to an allowed tag. */
function faults(html: string): string[] {
  const found: string[] = []
  const rest = html.replace(TAG, (whole, name: string, inside: string) => {
    if (!tags.has(name)) found.push(whole)
    for (const [, attribute, value] of inside.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      if (!attributes[`${name} ${attribute}`]?.test(value!)) found.push(whole)
    }
    return ''
  })
  return /[<>]/.test(rest) ? [...found, rest] : found
}

test('Markdown keeps its structure, links to other places and nothing that loads', () => {
  const html = markdownToHtml(
    '# One\n\n3. three\n4. four\n\n| a | b |\n|:--|--:|\n| **1** | ~~2~~ |\n\n[site](https://a.example/?b=1&c=2), <mailto:a@b.example>, ![x](https://a.example/x.png) `<b>` {{legalName}}\n',
  )
  expect(html).toBe(
    `<h1>One</h1>
<ol start="3">
<li>three</li>
<li>four</li>
</ol>
<table>
<thead>
<tr>
<th align="left">a</th>
<th align="right">b</th>
</tr>
</thead>
<tbody><tr>
<td align="left"><strong>1</strong></td>
<td align="right"><del>2</del></td>
</tr>
</tbody></table>
<p><a href="https://a.example/?b=1&amp;c=2" rel="noopener noreferrer nofollow">site</a>, <a href="mailto:a@b.example" rel="noopener noreferrer nofollow">mailto:a@b.example</a>,  <code>&lt;b&gt;</code> {{legalName}}</p>
`,
  )
})

describe.each(hostileHtml.map((html) => ({ html })))('$html', ({ html }) => {
  test('leaves nothing that is not on the list, as HTML and in Markdown', () => {
    for (const cleaned of [
      cleanHtml(html),
      cleanHtml(`<p>a ${html} b</p>`),
      cleanHtml(`<table><tr><td>${html}`),
      markdownToHtml(html),
      markdownToHtml(`> a ${html}\n\n- b`),
    ]) {
      expect(faults(cleaned), cleaned).toEqual([])
      expect(cleanHtml(cleaned)).toBe(cleaned)
    }
  })
})

const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileHtml) },
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
      '<ol start="7">',
      '<a ',
      'href="',
      'https://a.example',
      '<svg>',
      '</svg>',
      '<style>',
      '</style>',
      '<x',
      '\n\n',
      '=',
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
      expect(faults(markdownToHtml(parts.join('')))).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('a broken cleaner would be found', () => {
  for (const html of [
    '<p onclick="x">a</p>',
    '<script>x</script>',
    '<a href="javascript:x">a</a>',
    '<a href="https://a.example" target="_blank">a</a>',
    'a < b',
    '<p title=x>',
  ]) {
    expect(faults(html), html).not.toEqual([])
  }
})

test('escaped text is text in HTML and in an attribute’s quotes', () => {
  expect(escapeHtml(`<b a="1" c='2'>&amp;`)).toBe(
    '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;',
  )
  fc.assert(fc.property(fc.string(), (text) => !/[<>"']/.test(escapeHtml(text))))
})
