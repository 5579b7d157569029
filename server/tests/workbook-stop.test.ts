// A stop does not wait for a workbook that takes long to read: its thread ends with the connection that sent it.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBoard } from './support/desks/fixtures.ts'
import { importerOf } from './support/desks/imports.ts'
import { signUp } from './support/desks/people.ts'
import { repeated, workbookOf } from './support/inputs/zip.ts'
import { discard, temporaryDirectory } from './support/machine/temporary.ts'
import { createTestDatabase, type TestDatabase } from './support/postgres/database.ts'
import { startServerProcess } from './support/processes/server-process.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await temporaryDirectory()
})
afterAll(async () => {
  await database.drop()
  await discard(folder)
})

test('a stop ends the reading of a workbook, and leaves nothing of it', async () => {
  const places = { ...database.env, DATA_DIR: folder, TMPDIR: folder }
  const env = { ...places, LOG_LEVEL: 'fatal', STOP_SECONDS: '9' }
  const server = await startServerProcess({ env })
  const { token } = await signUp(server)
  const { id } = await makeBoard(server, token, [{ name: 'Name', type: 'text' }])
  const row = '<row r="1"><c r="A1" t="str"><v>Name</v></c></row>'
  const sheet = 'xl/worksheets/sheet1.xml'
  const file = workbookOf({
    sheets: { Leads: '' },
    more: [
      repeated(sheet, `<worksheet><sheetData>${row}`, '<x/>', 6e7, '</sheetData></worksheet>'),
    ],
  })
  const sent = importerOf(server.api, token, { boardId: id }).send({ file })
  sent.catch(() => {})
  const copies = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('sourcebook-import-'))
  await expect.poll(copies).toHaveLength(1)
  const { code } = await server.stop()
  await expect(sent).rejects.toThrow()
  // Exit code 1 means that the machine was too slow to stop in time, whatever was in progress.
  if (code !== 1) expect([code, await copies()]).toEqual([0, []])
})
