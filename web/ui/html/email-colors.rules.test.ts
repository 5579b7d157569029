import { expect, test } from 'vitest'
import { hasOwnColors } from './email-colors.rules.ts'

test.each([
  '<p>Hello</p>',
  '<p style="font-size: 14px">The color: red.</p>',
  '<a href="https://a.example/?color=red">Color: see here</a>',
  '',
])('%s has none', (html) => {
  expect(hasOwnColors(html)).toBe(false)
})

test.each([
  '<p style="color: #3a3a3a">Hello</p>',
  "<td style='padding: 0; BACKGROUND-COLOR:white'>Hello</td>",
  '<table bgcolor="#ffffff"><tr><td>Hello</td></tr></table>',
  '<font face="Arial" color="navy">Hello</font>',
  '<p style="font-size: 14px;\ncolor: black">Hello</p>',
  '<img src="logo.png">',
])('%s has', (html) => {
  expect(hasOwnColors(html)).toBe(true)
})
