import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DefinitionView } from '../../records/definitions/definition.rules.ts'
import { cleanHtml } from '../threads/sanitize.rules.ts'
import {
  braceFaults,
  mergedWords,
  missingIn,
  refsIn,
  unknownIn,
  type Words,
} from './templates.rules.ts'

const words = (more: Partial<Words> = {}): Words => ({
  subject: null,
  content: 'x',
  contentHtml: null,
  ...more,
})
const always = (text: string) => (ref: string) => ({ key: ref, words: text })

test('the columns of all parts are named once, in order', () => {
  const columns = ['a', 'c', 'd'].map((key) => ({ key, name: key }))
  const find = (ref: string) => columns.find(({ key }) => key === ref)
  const view = { columns, find } as unknown as DefinitionView
  const all = words({
    subject: '{{b}} {{a}}',
    content: '{{a}} {{c|}}',
    contentHtml: '<p>{{d}}{{b}}</p>',
  })
  expect(refsIn(all)).toEqual(['b', 'a', 'c', 'd'])
  expect(unknownIn(all, view).map(({ path }) => path)).toEqual([
    'body.subject',
    'body.content_html',
  ])
  expect(missingIn(all, always(''))).toEqual(['b', 'a', 'd'])
  expect(missingIn(all, always('x'))).toEqual([])
  expect(
    braceFaults(words({ subject: '{{', contentHtml: '{{ }}' })).map(({ path }) => path),
  ).toEqual(['body.subject', 'body.content_html'])
})

describe('a template filled from a record', () => {
  const anyText = fc.string({ unit: 'binary' })

  test('has a subject of one line, whatever is merged', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const { subject } = mergedWords(words({ subject: 'Re: {{a}}' }), always(value))!
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(subject!.startsWith('Re:')).toBe(true)
        expect(subject!.length).toBeLessThanOrEqual(998)
      }),
    )
    const smuggled = 'Hi\r\nBcc: all@funding.example'
    expect(mergedWords(words({ subject: '{{a}}' }), always(smuggled))!.subject).toBe(
      'Hi Bcc: all@funding.example',
    )
    expect(mergedWords(words({ subject: '{{a|}}' }), always(''))!.subject).toBeNull()
  })

  test('has clean HTML, wherever a value ends up, and values as text', () => {
    const html = '<p><a href="https://x.example/{{a}}">{{a}}</a></p>{{b|<i>}}<b>{{a}}</b>'
    const payloads = fc.constantFrom(
      '"><script>alert(1)</script>',
      '" onmouseover="x',
      'javascript:alert(1)',
      '</p><img src=x>',
    )
    fc.assert(
      fc.property(fc.oneof(anyText, payloads), (value) => {
        const made = mergedWords(words({ contentHtml: cleanHtml(html) }), (ref) => ({
          key: ref,
          words: ref === 'b' ? '' : value,
        }))!
        const { contentHtml } = made
        expect(contentHtml).toBe(cleanHtml(contentHtml!))
        expect(contentHtml!.match(/<(?!\/?(?:p|a|b|i)\b)/)).toBeNull()
        expect(contentHtml!.replace(/"[^"]*"/g, '')).not.toMatch(/<[^>]*\son\w+=/)
      }),
    )
  })

  test('is refused if it would be too long', () => {
    const many = words({ content: '{{a}}'.repeat(2_000) })
    expect(mergedWords(many, always('x'.repeat(50)))!.content).toHaveLength(100_000)
    expect(mergedWords(many, always('x'.repeat(51)))).toBeUndefined()
    const inHtml = words({ contentHtml: '{{a}}'.repeat(2_000) })
    expect(mergedWords(inHtml, always('<'.repeat(200)))).toBeUndefined()
  })
})
