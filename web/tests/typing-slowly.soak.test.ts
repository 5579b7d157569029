import { afterAll, beforeAll, test } from 'vitest'
import { startApp, type TestedApp } from './support/app.ts'
import { typeTenRows } from './support/new-rows.ts'

let app: TestedApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  console.log('figure: ten rows at 90 ms a key with late answers, each cell in its place')
  await app.stop()
})

test('ten rows typed at 90 ms a key with late answers are all saved, each cell in its place', async () => {
  await typeTenRows(app, 90, 'answer')
})
