import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

const MAX_KIB = 200

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test(`the grid’s first load is at most ${MAX_KIB} KiB of JavaScript, compressed`, async () => {
  const { key } = await app.board([{ name: 'Name', type: 'text' }])
  const page = await app.open('about:blank')
  const scripts: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.push(pathname)
  })
  await page.goto(paths.records(key))
  await settled(page)
  const sizes = await Promise.all(scripts.map(weigh))
  const kib = sizes.reduce((sum, [, size]) => sum + size, 0) / 1024
  expect(kib, sizes.map(([path, size]) => `${path} ${size}`).join('\n')).toBeLessThanOrEqual(
    MAX_KIB,
  )
  expect(scripts.length).toBeGreaterThan(1)
})

async function weigh(path: string): Promise<[path: string, bytes: number]> {
  const source = await readFile(new URL(`../dist${path}`, import.meta.url))
  return [path, gzipSync(source, { level: 9 }).length]
}
