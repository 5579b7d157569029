import { expect, test } from 'vitest'
import { readSettings } from './settings-file.rules.ts'

test.each([
  [
    'PUBLIC_URL=https://records.example.com\nPORT=3000',
    { PUBLIC_URL: 'https://records.example.com', PORT: '3000' },
  ],
  ['# one\n; two\n\n  A = b c  \nno setting\nB=', { A: 'b c', B: '' }],
  ['A=pass#word ; kept', { A: 'pass#word ; kept' }],
  ['A=\'it has "quotes" and \\\'', { A: 'it has "quotes" and \\' }],
  ['A="say \\"hi\\" for \\$5 \\n"', { A: 'say "hi" for $5 \\n' }],
  ['A="two\nlines"\nB=1', { A: 'two\nlines', B: '1' }],
  ['A=one \\\ntwo\nB=back\\\\slash', { A: 'one two', B: 'back\\slash' }],
  ["A='one' 'two' three", { A: 'onetwothree' }],
  ['A=it\'s "bare"', { A: 'it\'s "bare"' }],
  ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['A=x=y', { A: 'x=y' }],
])('%j is read as systemd reads it', (text, settings) => {
  expect(readSettings(text)).toEqual(settings)
})
