import { expect, test } from 'vitest'
import { preloadLinks } from './preloads.rules.ts'

const screens = [
  { path: '/', files: ['/assets/home-1.js'], asks: ['/v1/auth/session'] },
  {
    path: '/records/:key/rows/:rowId',
    files: ['/assets/record-1.js', '/assets/common-1.js'],
    asks: ['/v1/definitions/:key/rows/:rowId'],
  },
]

test('a document names the files and the requests of its screen', () => {
  expect(preloadLinks(screens, '/').split('\n')).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/home-1.js" />',
    '<link rel="preload" as="fetch" crossorigin href="/v1/auth/session" />',
  ])
  expect(preloadLinks(screens, '/records/my%20leads/rows/7').split('\n')).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/record-1.js" />',
    '<link rel="modulepreload" crossorigin href="/assets/common-1.js" />',
    '<link rel="preload" as="fetch" crossorigin href="/v1/definitions/my%20leads/rows/7" />',
  ])
})

test.each([
  '/records/leads',
  '/records/a"b/rows/1',
  '/records/<x>/rows/1',
  '/records//rows/1',
  '//',
])('the document of %s names nothing', (path) => {
  expect(preloadLinks(screens, path)).toBe('')
})
