import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from '../../../platform/markdown.rules.ts'
import { type Form, fieldsIn, isWhole, masked, merged } from './merging.rules.ts'

const from = (words: Record<string, string>) => (ref: string) => words[ref] ?? ''
const fill = (text: string, words: Record<string, string>, form: Form = 'plain') =>
  merged(text, form, from(words), 10_000)

describe('a merge field', () => {
  test('is a column in double braces, with a fallback after a bar', () => {
    const text = 'Dear {{ Contact name |friend}}, {{amount}} by {{due|}}.'
    expect(fieldsIn(text, 'plain')).toEqual([
      { ref: 'Contact name', standIn: 'friend' },
      { ref: 'amount', standIn: null },
      { ref: 'due', standIn: '' },
    ])
    expect(fill(text, { amount: 'USD 5' })).toBe('Dear friend, USD 5 by .')
    expect(fill(text, { 'Contact name': 'Ann', due: 'May 1' })).toBe('Dear Ann,  by May 1.')
  })

  test.each([
    ['{{{a}}}', true],
    ['{ {a} } }}', true],
    ['{{a', false],
    ['{{a}b}}', false],
    ['{{}}', false],
    ['{{ |x}}', false],
    ['{{a}} {{b', false],
    ['{{a|b|c}}', true],
    ['', true],
  ])('%j is whole: %s', (text, whole) => expect(isWhole(text)).toBe(whole))

  test('in HTML is named as HTML is written, and merged values are escaped', () => {
    const html = '<p>{{R&amp;D &lt;x&gt;}} {{b|<b>nobody</b>}}</p>'
    expect(fieldsIn(html, 'html').map(({ ref }) => ref)).toEqual(['R&D <x>', 'b'])
    expect(fill(html, { 'R&D <x>': '<script>&"\'' }, 'html')).toBe(
      '<p>&lt;script&gt;&amp;&quot;&#39; <b>nobody</b></p>',
    )
  })

  test('that not everybody sees keeps its fallback, and not its name', () => {
    const isSeen = (ref: string) => ref === 'a&b'
    expect(masked('{{ a&b }} {{secret|x}} {{secret}}', 'plain', isSeen)).toBe(
      '{{a&b}} {{?|x}} {{?}}',
    )
    expect(masked('{{a&amp;b}} {{s|<i>x</i>}}', 'html', isSeen)).toBe('{{a&amp;b}} {{?|<i>x</i>}}')
  })
})

const texts = fc.string({
  unit: fc.constantFrom('{', '}', '{{', '}}', '|', 'a', 'b', ' ', '<', '&amp;', '\n', '\ud83d'),
})

describe('with any text', () => {
  test('everything outside of fields stays, and nothing else', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const marked = merged(text, 'plain', () => '\u0001', 1e6)!
        const left = marked.split('\u0001')
        // Filling each field with its own source gives the text again.
        const pattern = /\{\{[^{}|]*(?:\|[^{}]*)?\}\}/
        expect(text.split(pattern)).toEqual(left)
        expect(masked(text, 'plain', () => true).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })

  test('a merged value is not merged again, and in HTML it is text', () => {
    fc.assert(
      fc.property(texts, fc.string(), (text, words) => {
        const whole = `{{a}}${words}${text}`
        const plain = merged('<{{a}}>{{a}}', 'plain', () => whole, 1e6)
        expect(plain).toBe(`<${whole}>${whole}`)
        const html = merged('<p title="{{a}}">{{a}}</p>', 'html', () => whole, 1e6)
        expect(html).toBe(`<p title="${escapeHtml(whole)}">${escapeHtml(whole)}</p>`)
      }),
    )
  })

  test('the result is never longer than allowed', () => {
    fc.assert(
      fc.property(texts, fc.string(), fc.nat(60), (text, words, most) => {
        const made = merged(text, 'plain', () => words, most)
        const whole = merged(text, 'plain', () => words, 1e9)!
        expect(made).toBe(whole.length <= most ? whole : undefined)
      }),
    )
  })
})
