import { expect, test } from 'vitest'
import { wishOf } from './keywords.rules.ts'

test.each([
  ...['STOP', 'stopall', 'Unsubscribe', 'cancel', 'END', 'quit', 'OptOut', 'revoke'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['START', 'yes', 'Unstop'].map((word) => [word, 'start'] as const),
  ...['HELP', 'info'].map((word) => [word, 'help'] as const),
  [' Stop. ', 'stop'],
  ['"STOP!!!"', 'stop'],
  ['\nstop\n', 'stop'],
  ['opt out', 'stop'],
  ['Opt-Out', 'stop'],
  ['Opt\u00a0 out!', 'stop'],
  ['stop all', 'stop'],
  ['STOP\u200b', 'stop'],
  ['\u200eSTOP', 'stop'],
  ['S\u00adTOP', 'stop'],
  ['Stop\n\nSent from my iPhone', 'stop'],
  ['Stop\r\nGet Outlook for iOS', 'stop'],
  ['Stop.\n-- \nAnn Lee, Acme Bakery', 'stop'],
  ['STOP\n\nI have asked before.', 'stop'],
  ['Yes\n\nSent from my Galaxy', 'start'],
] as const)('%j asks to %s', (text, wish) => {
  expect(wishOf(text)).toBe(wish)
})

test.each([
  '',
  '...',
  '\u200b',
  'stop it',
  'please stop',
  'stopp',
  'st op',
  'opt',
  'stop\nby tomorrow',
  'yes please',
  'Yes\n\nbut not today',
  'Yes\nSent the papers',
  'constructor',
])('%j asks for nothing', (text) => {
  expect(wishOf(text)).toBe(undefined)
})
