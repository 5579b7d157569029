import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definitionColors } from '../../../../shared/definition-looks.ts'
import { autocompleteOf } from '../../../../shared/forms/autocomplete.ts'
import { accents } from '../../../../shared/forms/page-style.ts'
import { formPage } from '../../../../shared/forms/pages.ts'
import { originOf } from '../../../platform/http/site.rules.ts'
import { prove } from '../../../tests/support/desks/forms.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { ColumnType } from '../../records/cells/column.ts'
import type { Column } from '../../records/definitions/definition.rules.ts'
import { answeredCells, readAnswers } from './answers.rules.ts'
import { problemWords } from './form-words.rules.ts'
import { askedNow, closedBecause, isAskable, lackingIn, redirectOf } from './forms.rules.ts'
import { PROOF_PATH, proofScript } from './proof-script.rules.ts'
import { blockedBecause, isProven, senderOf } from './spam.rules.ts'

const column = (key: string, type: ColumnType, more: Partial<Column> = {}): Column => ({
  id: `id-${key}`,
  slot: 1,
  key,
  name: key,
  type,
  required: false,
  unique: false,
  readOnly: type === 'formula' || type === 'auto_number',
  settings: {},
  description: '',
  position: 0,
  policy: unrestricted,
  ...more,
})
const asked = (one: Column, label = one.name) => ({
  column: one,
  label,
  help: null,
  required: false,
})

const types: ColumnType[] = [
  'text',
  'number',
  'checkbox',
  'select',
  'multi_select',
  'person',
  'formula',
  'file',
  'auto_number',
]
const boards = fc.uniqueArray(
  fc.record({
    key: fc.stringMatching(/^[a-z]{1,6}$/),
    type: fc.constantFrom(...types),
    required: fc.boolean(),
  }),
  { selector: ({ key }) => key, maxLength: 8 },
)

test('a form asks for what it can of its columns, in order, skips the rest, and is open only if no row would lack anything', () => {
  fc.assert(
    fc.property(
      boards,
      fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 4 }),
      (live, gone) => {
        const columns = live.map(({ key, type, required }) => column(key, type, { required }))
        const form = {
          columns: [...columns.filter((_, at) => at % 2 === 0).map(({ key }) => key), ...gone].map(
            (key) => ({
              id: `id-${key}`,
              key,
              label: null,
              help: null,
              required: false,
            }),
          ),
          is_past: false,
          limit_per_day: null,
          sent_today: 0,
        }
        const found = askedNow({ columns }, form)
        expect(found.asked.length + found.skipped.length).toBe(form.columns.length)
        expect(
          found.asked.every(({ column }) => isAskable(column) && columns.includes(column)),
        ).toBe(true)
        const ids = found.asked.map(({ column }) => column.id)
        const isOpen = closedBecause({ columns }, form) === null
        expect(isOpen).toBe(ids.length > 0 && lackingIn({ columns }, ids).length === 0)
        expect(closedBecause({ columns }, { ...form, is_past: true })).toBe('past_closing')
      },
    ),
  )
})

test('whatever is sent, cells are only of columns that were asked for, and none is blank', () => {
  const names = fc.oneof(
    fc.constantFrom('c.a', 'c.b', 'c.c', 'c.d', 'stamp', 'save', 'c.z', 'a'),
    fc.string(),
  )
  const fields = fc.array(fc.record({ name: names, value: fc.string() }))
  const all = [
    asked(column('a', 'text')),
    asked(column('b', 'multi_select')),
    asked(column('c', 'checkbox')),
    asked(column('d', 'file')),
  ]
  fc.assert(
    fc.property(fields, (sent) => {
      const answers = readAnswers(all, sent)
      const cells = answeredCells(all, answers.typed, new Map([['id-d', ['f']]]))
      expect(Object.keys(cells).every((id) => ['id-a', 'id-b', 'id-c', 'id-d'].includes(id))).toBe(
        true,
      )
      expect(typeof cells['id-c']).toBe('boolean')
      expect(cells['id-d']).toEqual(['f'])
      for (const value of [cells['id-a'], cells['id-b']].flat()) {
        if (value !== undefined) expect(String(value).trim()).not.toBe('')
      }
    }),
  )
})

test('no text of a form, a label, an option or an answer becomes HTML', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '\n') }),
      (text) => {
        const one = column('a', 'text')
        const choice = column('b', 'select', {
          settings: { options: [{ id: '1', label: text, color: null }] },
        })
        const page = formPage(
          { desk: text, color: 'blue', embedded: false, nonce: 'n' },
          {
            title: text,
            intro: text,
            asked: [{ ...asked(one, text), help: text }, asked(choice, text)],
            drafts: true,
            action: '/f/x',
            script: PROOF_PATH,
            stamp: 's',
            once: 'o',
            proof: text,
            draft: text,
            typed: new Map([['id-a', [text]]]),
            files: new Map([['id-a', []]]),
            problems: new Map([['id-a', text]]),
            notice: text,
            maxFileBytes: 1,
          },
        )
        // Without the text, the page is the same whatever it was.
        const tags = page.replace(/<style.*?<\/style>/s, '').match(/<\/?[a-z!][^<>]*>/g)!
        const known =
          /^<\/?(!doctype|html|head|meta|title|style|script|body|main|div|header|p|h1|h2|form|input|label|span|fieldset|legend|button|ul|li|a|br)\b/
        expect(tags.every((tag) => known.test(tag))).toBe(true)
        expect(tags.filter((tag) => tag.startsWith('<script'))).toHaveLength(1)
        expect(tags.some((tag) => /\son\w+=/.test(tag))).toBe(false)
      },
    ),
  )
})

describe('proof of work', () => {
  test('the script finds what the service accepts', () => {
    const listeners = new Map<string, () => void>()
    const once = '01a20921-eb87-7ecd-a2a0-fbf0a8877f86'
    const proof = { value: '' }
    const form = {
      elements: { proof },
      dataset: { work: once },
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    }
    runInNewContext(proofScript, { document: { querySelector: () => form }, setTimeout: () => {} })
    expect(proof.value).toBe('')
    listeners.get('submit')!()
    expect(isProven(once, proof.value)).toBe(true)
    expect(proof.value).toBe(prove(once))
  })

  test.each(['', 'x', '-1', '1e9', '9'.repeat(20), '1.5'])('%j is no proof', (proof) => {
    expect(isProven('once', proof)).toBe(false)
  })
})

test('all addresses of one network count as one sender, and others do not', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (net, host) => {
        const address = [...net, ...host].join(':')
        expect(senderOf(address)).toBe(senderOf([...net, '0', '0', '0', '1'].join(':')))
        const [first, ...rest] = net
        const other = [(Number.parseInt(first!, 16) ^ 1).toString(16), ...rest, ...host].join(':')
        expect(senderOf(other)).not.toBe(senderOf(address))
      },
    ),
  )
  expect(senderOf('::ffff:10.0.0.7')).toBe(senderOf('10.0.0.7'))
  expect(senderOf('2001:db8::1')).toBe(senderOf('2001:0db8:0:0::2'))
})

test('what is quick, trapped or too much without a proof looks like spam; nothing else does', () => {
  const signs = {
    trap: '',
    openMs: 5_000,
    leastMs: 2_000,
    isProven: false,
    unproven: { perSender: 1, inAll: 1 },
  }
  expect(blockedBecause(signs)).toBeUndefined()
  expect(blockedBecause({ ...signs, trap: 'x' })).toBe('trap')
  expect(blockedBecause({ ...signs, openMs: 1_999 })).toBe('too_fast')
  expect(blockedBecause({ ...signs, unproven: { perSender: 6, inAll: 6 } })).toBe('too_many')
  expect(blockedBecause({ ...signs, unproven: { perSender: 1, inAll: 61 } })).toBe('too_many')
  expect(
    blockedBecause({ ...signs, isProven: true, unproven: { perSender: 9, inAll: 99 } }),
  ).toBeUndefined()
})

test('an origin is a scheme and a host, whatever is sent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (text) => {
      const origin = originOf(text)
      if (origin !== undefined) expect(origin).toMatch(/^https?:\/\/[a-z0-9.:[\]-]+$/)
      const redirect = redirectOf(text)
      if (redirect !== undefined) expect(redirect).toMatch(/^https?:\/\/[^\s"<>]+$/)
    }),
  )
  for (const host of ['x;sandbox', 'x,y', "a'b", 'x;script-src*', '*']) {
    expect(redirectOf(`https://${host}/thanks`)).toBeUndefined()
  }
  expect(redirectOf('https://Example.com/a;b?c=d,e')).toBe('https://example.com/a;b?c=d,e')
  expect(originOf('https://WWW.Example.com/')).toBe('https://www.example.com')
  expect(originOf('https://user@example.com')).toBeUndefined()
})

test('every color has enough contrast: with white, with the card, and in the dark', () => {
  const light = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const contrast = (one: string, other: string) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b)
    return (high! + 0.05) / (low! + 0.05)
  }
  for (const color of definitionColors) {
    const [onLight, onDark] = accents[color]
    expect(contrast(onLight, '#ffffff'), color).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onDark, '#191c1f'), color).toBeGreaterThanOrEqual(4.5)
    expect(contrast(onDark, '#101214'), color).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  ['email', 'text me at', 'email'],
  ['text', 'Your name', 'name'],
  ['text', 'Business legal name', 'organization'],
  ['text', 'ZIP code', 'postal-code'],
  ['text', 'Street address', 'address-line1'],
  ['long_text', 'Address', 'street-address'],
  ['date', 'Date of birth', 'bday'],
  ['date', 'Founded', undefined],
  ['number', 'City', undefined],
] as const)('browsers fill a %s called %s with %s', (type, label, expected) => {
  expect(autocompleteOf(asked(column('x', type), label))).toBe(expected)
})

test('problems read as sentences, without words of the API', () => {
  expect(problemWords('email', 'not_an_email', { sent: '"x"' })).toBe(
    '“x” is not an email address; type one, such as name@example.com.',
  )
  expect(problemWords('checkbox', 'required', {})).toBe('Tick this box.')
  expect(problemWords('text', 'not_unique', {})).toBe(
    'Somebody has sent this before. Enter something else.',
  )
})
