import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importTurn } from '../../server/domains/imports/running/work.ts'
import { halting, importerOf } from '../../server/tests/support/desks/imports.ts'
import { workbookOf } from '../../server/tests/support/inputs/zip.ts'
import { paths } from '../paths.ts'
import { expectAccessible } from './support/accessible.ts'
import { startApp, type TestedApp } from './support/app.ts'
import { settled } from './support/settled.ts'

let app: TestedApp
let board: { id: string; key: string }

beforeAll(async () => {
  app = await startApp()
  app.work()
  board = await app.board([
    { name: 'Business', type: 'text', required: true },
    { name: 'Email', type: 'email' },
    { name: 'Amount', type: 'currency' },
  ])
})
afterAll(() => app.stop())

const file = {
  name: 'leads.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Business,E-mail,Amount\nAcme Bakery,ROSA@ACME.EXAMPLE,"$40,000"\nHarbor Cafe,nobody,12\n,x@y.example,1\nBay Trucking,,900\n',
  ),
}

async function namesOf(): Promise<string[]> {
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  return data.map((row: { cells: { business: string } }) => row.cells.business)
}

test('a value that does not fit leaves its cell empty, unless somebody has the row refused', async () => {
  const page = await app.open(paths.newImport(board.key))
  await page.getByLabel('Drop a CSV or XLSX file here, or choose one').setInputFiles(file)
  const problems = page.getByRole('table').filter({ hasText: 'What happens' })
  await problems.getByText('"nobody" is not an email address').waitFor()
  await problems.getByText('The row is refused').waitFor() // the one without its required name
  await page.getByText('1 cell would be left empty').waitFor()
  await page.getByRole('button', { name: 'Import 3 rows' }).waitFor()
  await problems.getByLabel('What bad values of Email do').click()
  await page.getByRole('option', { name: 'Refuse the row' }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
  await problems.getByLabel('What bad values of Email do').click()
  await page.getByRole('option', { name: 'Leave the cell empty' }).click()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()

  await page.getByRole('heading', { level: 2, name: 'Cells left empty' }).waitFor()
  const left = page.getByRole('region', { name: 'Cells left empty' })
  await left.getByText('Email: "nobody" is not an email address').waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  expect(data.map(({ cells }: { cells: object }) => cells)).toContainEqual({
    business: 'Harbor Cafe',
    amount: 12,
  })
  const undo = page.getByRole('button', { name: 'Undo this import' })
  await undo.click()
  await page.getByRole('button', { name: 'Remove 3 rows' }).click()
  await page.getByRole('button', { name: 'Redo import' }).waitFor()
})

test('what does not fit says so in a word, the problems of a long file are listed, and the import stays in sight', async () => {
  const leads = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Phone', type: 'phone' },
    { name: 'Email', type: 'email' },
  ])
  const page = await app.open(paths.newImport(leads.key), { width: 1280, height: 800 })
  // The only problems are behind the rows of the preview.
  const lines = Array.from({ length: 60 }, (_, n) => {
    const phone = n === 40 || n === 50 ? `555-01${n}` : '(312) 555-0188'
    return `Bakery ${n},${phone},${n === 50 ? 'nobody' : `a${n}@b.example`}`
  })
  await page.getByLabel('Drop a CSV or XLSX file here, or choose one').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Business,Phone,Email', ...lines].join('\n')),
  })
  const start = page.getByRole('button', { name: 'Import 60 rows' })
  await start.waitFor()
  // Without scrolling, with what it will do.
  const { y, height } = (await start.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(800)
  await page.getByRole('status').filter({ hasText: '60 would be added' }).waitFor()
  const rows = page.getByRole('region', { name: 'Preview rows' })
  await page.getByText('The first 20 of 60.').waitFor()
  expect(await rows.getByText('not a phone').count()).toBe(0)
  await page.getByRole('tab', { name: 'Problems (2)' }).click()
  await page.getByText('The first 2 of 2 with problems.').waitFor()
  const chip = rows.getByRole('button', { name: /^not a phone: "555-0140" is not a phone number/ })
  expect(await chip.filter({ visible: true }).textContent()).toBe('not a phone')
  await rows.getByText('not an email').filter({ visible: true }).waitFor()
  await chip.filter({ visible: true }).hover()
  await page.getByRole('tooltip').filter({ hasText: '"555-0140" is not a phone' }).waitFor()
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await expectAccessible(page)
})

test('one chooses how amounts are written, and keeps what does not fit', async () => {
  const { id, key } = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Amount', type: 'currency' },
  ])
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.from('Business,Amount\nAcme,"1,200"\nBolt,"3,450"\nCove,lots\n')
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'amounts.csv', mimeType: 'text/csv', buffer })
  const written = page.getByRole('group', { name: 'Numbers and dates' })
  await written.getByText('Its values can be read in several ways').waitFor()
  await written.getByLabel('Amount is read with').click()
  await page.getByRole('option', { name: 'decimal comma: 1,200 is $1.20' }).click()
  const problems = page.getByRole('table').filter({ hasText: 'What happens' })
  await problems.getByLabel('Keep what does not fit').check()
  await problems.getByText('As text in “Amount (as sent)”').waitFor()
  await page.getByText('1 cell would be left empty, 1 of them kept as text').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await page.getByRole('heading', { level: 2, name: 'Cells left empty' }).waitFor()
  await page.getByText('Kept as text', { exact: true }).waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body
  expect(data.map(({ cells }: { cells: object }) => cells)).toEqual([
    { business: 'Acme', amount: 1.2 },
    { business: 'Bolt', amount: 3.45 },
    { business: 'Cove', amount_as_sent: 'lots' },
  ])
})

test('a value that is no option of a select column gets one, or none', async () => {
  const { id, key } = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
  ])
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.from('Business,Stage\nAcme,closed\nBolt,closed\nCove,dead\nDorn,new\n')
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'stages.csv', mimeType: 'text/csv', buffer })
  const maps = page.getByRole('group', { name: 'Options for Stage' })
  await maps.getByText('closed (2)').waitFor()
  await maps.getByLabel('The option for closed').click()
  await page.getByRole('option', { name: 'Won' }).click()
  await page.getByText('3 cells would be converted').waitFor()
  await maps.getByLabel('The option for dead').click()
  await page.getByRole('option', { name: 'Leave the cell empty' }).click()
  await page
    .getByText('"dead" means that there is no value')
    .filter({ visible: true })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await page.getByRole('heading', { level: 2, name: 'Cells left empty' }).waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body
  expect(data.map(({ cells }: { cells: { stage?: string } }) => cells.stage)).toEqual([
    'Won',
    'Won',
    undefined,
    'New',
  ])
})

test('values that are no options become options, for those who may change columns', async () => {
  const { id, key } = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }] } },
  ])
  const buffer = Buffer.from('Business,Stage\nAcme,Hot\nBolt,cold\nCove,Dead\nDorn,new\n')
  const labels = async () => {
    const board = await app.owner.api('GET', `/v1/boards/${id}`)
    return board.body.data.columns[1].settings.options.map(({ label }: { label: string }) => label)
  }
  const drop = async (to: Page) => {
    await to
      .getByLabel('Drop a CSV or XLSX file here, or choose one')
      .setInputFiles({ name: 'stages.csv', mimeType: 'text/csv', buffer })
    await to.getByRole('group', { name: 'Options for Stage' }).getByText('Hot (1)').waitFor()
  }
  const member = await app.join('member')
  const theirs = await app.openAs(member, paths.newImport(key))
  await drop(theirs)
  expect(await theirs.getByRole('button', { name: 'Add all 3 as options' }).count()).toBe(0)

  const page = await app.open(paths.newImport(key))
  await drop(page)
  const maps = page.getByRole('group', { name: 'Options for Stage' })
  await maps.getByLabel('The option for Hot').click()
  await page.getByRole('option', { name: 'Add “Hot”' }).click()
  await maps.getByText('Hot (1)').waitFor({ state: 'detached' })
  await maps.getByRole('button', { name: 'Add all 2 as options' }).click()
  await maps.getByText('What these values of Stage mean').waitFor({ state: 'detached' })
  await maps.getByRole('button', { name: 'Don’t add Dead' }).click()
  await maps.getByText('Dead (1)').waitFor()
  await expectAccessible(page)
  expect(await labels()).toEqual(['New'])
  // Somebody else adds one of them meanwhile.
  const settings = { options: [{ label: 'New' }, { label: 'Hot' }] }
  await app.owner.api('PATCH', `/v1/boards/${id}/columns/stage`, { body: { settings } })
  await maps.getByRole('button', { name: 'Don’t add Hot' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await page.getByRole('heading', { level: 2, name: 'Cells left empty' }).waitFor()
  expect(await labels()).toEqual(['New', 'Hot', 'cold'])
  const { data } = (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body
  expect(data.map(({ cells }: { cells: { stage?: string } }) => cells.stage)).toEqual([
    'Hot',
    'cold',
    undefined,
    'New',
  ])
})

test('a value that does not fit is corrected in place, alone or everywhere it is', async () => {
  const { id, key } = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'Email', type: 'email' },
  ])
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.from(
    'Business,Email\nAcme,nobody\nBolt,same\nCove,same\nDorn,d@x.example\n',
  )
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'emails.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Edit 3 of Email' }).click()
  const cells = page.getByRole('group', { name: 'Correct Email' })
  await cells.getByLabel('Line 3').fill('all@x.example')
  await cells.getByRole('button', { name: 'Correct all 2 with this value' }).first().click()
  await page.getByText('2 cells are corrected.').waitFor()
  await page.getByRole('button', { name: 'Edit 1 of Email' }).waitFor()
  await cells.getByLabel('Line 2').fill('acme@x.example')
  await cells.getByLabel('Line 2').press('Enter')
  await page.getByText('3 cells are corrected.').waitFor()
  await cells.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await page.getByText('completed').waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body
  expect(data.map(({ cells }: { cells: { email?: string } }) => cells.email)).toEqual([
    'acme@x.example',
    'all@x.example',
    'all@x.example',
    'd@x.example',
  ])
})

test('a column that goes nowhere is warned about, and a new one is only added when the import starts', async () => {
  const { id, key } = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.from(
    'Business,Closing,Rating\nAcme,11/20/26,5\nBolt,12/1/26,7\nCove,soon,1\n',
  )
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer })
  await page.getByText('2 columns of the file will not be imported: Closing, Rating.').waitFor()
  const begin = page.getByRole('button', { name: 'New column for Closing' })
  const panel = page.getByRole('dialog', { name: 'New column for Closing' })
  await begin.click()
  // A name and a type. The rest is in the dialog of all settings, which has what was filled in.
  await panel.getByLabel('Name').waitFor()
  expect(await panel.getByLabel('Description').count()).toBe(0)
  await panel.getByRole('button', { name: 'More settings' }).click()
  const whole = page.getByRole('dialog', { name: 'Add column' })
  await whole.getByLabel('Description').waitFor()
  expect(await whole.getByLabel('Name').inputValue()).toBe('Closing')
  await whole.getByRole('button', { name: 'Cancel' }).click()
  await begin.click()
  await page.keyboard.press('Enter')
  await page.getByText('New column Closing (date)').waitFor()
  await page.getByText('1 column of the file will not be imported: Rating.').waitFor()
  const closing = page.getByRole('row').filter({ hasText: 'New column Closing' })
  await closing.getByText('2 filled, 2 converted, 1 left empty').filter({ visible: true }).waitFor()
  const shown = page.getByLabel('Preview rows')
  await shown.getByRole('columnheader', { name: 'Closing' }).waitFor()
  await shown.getByText('soon').filter({ visible: true }).waitFor()
  const keysOf = async () => {
    const { data } = (await app.owner.api('GET', `/v1/boards/${id}`)).body
    return data.columns.map((column: { key: string }) => column.key)
  }
  expect(await keysOf()).toEqual(['business'])
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await page.getByText('completed').waitFor()
  expect(await keysOf()).toEqual(['business', 'closing'])
  const { data } = (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body
  expect(data.map(({ cells }: { cells: object }) => cells)).toEqual([
    { business: 'Acme', closing: '2026-11-20' },
    { business: 'Bolt', closing: '2026-12-01' },
    { business: 'Cove' },
  ])
})

test('a file is previewed and imported, refused rows are listed, and it is undone and redone', async () => {
  const page = await app.open(paths.newImport(board.key))
  await page.getByLabel('Drop a CSV or XLSX file here, or choose one').setInputFiles(file)
  await page.getByText('1 converted').filter({ visible: true }).first().waitFor()
  expect(await namesOf()).toEqual([])
  const problems = page.getByRole('table').filter({ hasText: 'What happens' })
  await problems.getByLabel('What bad values of Email do').click()
  await page.getByRole('option', { name: 'Refuse the row' }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()

  await page.getByRole('heading', { level: 1, name: 'Import: leads.csv' }).waitFor()
  await page.getByText('some refused').waitFor()
  const refused = page.getByRole('table')
  await refused.getByText('"nobody" is not an email address').waitFor()
  expect(await refused.getByRole('row').count()).toBe(3)
  expect(await namesOf()).toEqual(['Acme Bakery', 'Bay Trucking'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const chunks = await (await download).createReadStream().then((stream) => stream.toArray())
  expect(Buffer.concat(chunks).toString()).toContain('Harbor Cafe')

  const { data } = (await app.owner.api('GET', `/v1/boards/${board.id}/rows`)).body
  const edit = { cells: { business: 'Acme Bakeries' } }
  await app.owner.api('PATCH', `/v1/boards/${board.id}/rows/${data[0].id}`, { body: edit })
  const isNearFocus = (button: Locator) =>
    button.evaluate((element) => element.closest('[tabindex="-1"]:focus')?.tagName)
  const undo = page.getByRole('button', { name: 'Undo this import' })
  await undo.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Acme Bakeries' }).waitFor() // changed since
  await page.getByRole('button', { name: 'Remove 2 rows' }).click()
  await page.getByText('2 of its rows went to the trash.', { exact: true }).waitFor()
  expect(await namesOf()).toEqual([])
  const redo = page.getByRole('button', { name: 'Redo import' })
  await expect.poll(() => isNearFocus(redo)).toBe('DIV')
  await redo.click()
  await undo.waitFor()
  await expect.poll(() => isNearFocus(undo)).toBe('DIV')
  expect(await namesOf()).toEqual(['Acme Bakeries', 'Bay Trucking'])
})

test('first and last names come together, and the page says so', async () => {
  const { id, key } = await app.board([
    { name: 'Contact', type: 'text' },
    { name: 'Email', type: 'email' },
  ])
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.from('First Name,Last Name,Email\nAnn,Baker,a@x.example\nBob,,\n')
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await page.getByText('joined with Last Name').waitFor()
  await page.getByText('joined with First Name').waitFor()
  const preview = page.getByRole('region', { name: 'Preview rows' })
  await preview.getByRole('cell', { name: 'Ann Baker' }).first().waitFor()
  expect(await preview.getByRole('columnheader', { name: 'Contact' }).count()).toBe(1)
  await page.getByLabel('Ignore Last Name').click()
  await preview.getByRole('cell', { name: 'Ann', exact: true }).first().waitFor()
  await page.getByRole('combobox', { name: 'Where Last Name goes' }).click()
  await page.getByRole('option', { name: 'Contact (joined)' }).click()
  await preview.getByRole('cell', { name: 'Ann Baker' }).first().waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('button', { name: 'Undo this import' }).waitFor()
  const { data } = (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body
  expect(data.map(({ cells }: { cells: object }) => cells)).toEqual([
    { contact: 'Ann Baker', email: 'a@x.example' },
    { contact: 'Bob' },
  ])
})

test('a file is read as one says, and the page tells how', async () => {
  const { key } = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(paths.newImport(key), { refusals: [400] })
  const buffer = Buffer.from(
    'Report of November;;\n\nBusiness;City;Note\nAcme;Bern;x\nBolt;Bonn;y\n',
  )
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer })
  await page.getByText('Read as: UTF-8, semicolons, header in row 3').waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
  await page.getByRole('button', { name: 'Change how the file is read' }).click()
  await page.getByLabel('The file has no column names').click()
  await page.getByText('Read as: UTF-8, semicolons, no header').waitFor()
  await page.getByText('Column A', { exact: true }).waitFor()
  await page.getByLabel('The file has no column names').click()
  await page.getByLabel('Row with the column names').fill('9')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('has no row that begins at 9').waitFor()
  await page.getByLabel('Row with the column names').fill('3')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
})

test('the page tells how a file is written otherwise than most, and what it has without a header', async () => {
  const { key } = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'City', type: 'text' },
  ])
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.concat([
    Buffer.from('Business, City\nCafé Zoë, "Salem, MA"\nBr'),
    Buffer.from([0xfc]),
    Buffer.from('ken, "Łódź", , call again\n'),
  ])
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })
  await page
    .getByText('Read as: UTF-8, commas, blanks before quotation marks, header in row 1')
    .waitFor()
  await page.getByText('1 character is not UTF-8, in line 3. It is read as Windows-1252.').waitFor()
  await page.getByText('1 value without a header').waitFor()
  await page.getByText('1 column of the file will not be imported: Column D.').waitFor()
  const columns = page.getByRole('region', { name: 'Columns of the file' })
  expect(await columns.getByRole('row').count()).toBe(4)
  await page.getByRole('button', { name: 'Change how the file is read' }).click()
  await page.getByLabel('Read all values as they stand').click()
  await page.getByText('Read as: UTF-8, commas, header in row 1').waitFor()
  await page.getByLabel('Read all values as they stand').click()
  await page.getByText('blanks before quotation marks').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page
    .getByText('Not imported, since the file has no header for them: 1 value in Column D.')
    .waitFor()
})

test('on a phone, everything about a file is in its width, and the import starts after a few rows', async () => {
  const page = await app.open(paths.newImport(board.key), {
    width: 390,
    height: 844,
    scheme: 'dark',
  })
  const lines = Array.from({ length: 20 }, (_, n) => `Bakery ${n},nobody,12`)
  await page.getByLabel('Choose a CSV or XLSX file').setInputFiles({
    name: 'phone.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Company,E-mail,Amount', ...lines].join('\n')),
  })
  await page.getByText('The first 4 of 20').waitFor()
  const effect = page.getByRole('combobox', { name: 'What bad values of Email do' })
  await effect.scrollIntoViewIfNeeded()
  const { x, width } = (await effect.boundingBox())!
  expect(x + width).toBeLessThan(390)
  const sideways = await page
    .getByRole('region')
    .evaluateAll((parts) =>
      parts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((part) => part.getAttribute('aria-label')),
    )
  expect(sideways, 'what has to be scrolled').toEqual([])
  await expectAccessible(page)
  await effect.tap()
  await page.getByRole('option', { name: 'Refuse the row' }).tap()
  await page.getByText('20 would be refused').waitFor()
})

test('a running import tells how far it is, also after a reload, and is cancelled', async () => {
  const stopped = await startApp()
  try {
    const { id, key } = await stopped.board([{ name: 'Business', type: 'text' }])
    const names = Array.from({ length: 4000 }, (_, n) => `row ${n}`).join('\n')
    const { send, rows } = importerOf(stopped.api, stopped.owner.token, { boardId: id })
    const { data } = (await send({ file: `Business\n${names}\n` })).body
    const { files, half, go } = halting(stopped.files)
    const signal = new AbortController().signal
    const writing = importTurn({ db: stopped.db, files }, signal)
    await half
    const page = await stopped.open(paths.importRun(key, data.id))
    await page.getByText('2,000 of 4,000 rows').waitFor()
    await page.getByText('50%', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('2,000 of 4,000 rows').waitFor()
    await page.getByText('Less than a minute left').waitFor()
    await page.getByRole('button', { name: 'Cancel import…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('Cancelling: its rows go to the trash').waitFor()
    go()
    await writing
    await importTurn(stopped, signal)
    await page.getByText('The 2,000 rows that it had added are in the trash.').waitFor()
    expect(await rows()).toEqual([])
    await page.close() // else it asks the stopping service for events
  } finally {
    await stopped.stop()
  }
})

test('while a file is uploaded, the page says how much of it is sent', async () => {
  const { key } = await app.board([{ name: 'Business', type: 'text' }])
  const page = await app.open(paths.newImport(key))
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: 50_000 })
  const lines = Array.from({ length: 50_000 }, (_, n) => `Business ${n} of the long list\n`)
  await page.getByLabel('Drop a CSV or XLSX file here, or choose one').setInputFiles({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Business\n${lines.join('')}`),
  })
  const bar = page.getByRole('progressbar', { name: 'Upload progress' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(1)
  await page.getByText(/^[1-9]\d?%$/).waitFor()
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Import 50,000 rows' }).waitFor()
})

test('nothing stands in anybody’s way while a file is mapped and corrected', async () => {
  const companies = await app.board([{ name: 'Name', type: 'text', unique: true }])
  const { key } = await app.board([
    { name: 'Business', type: 'text', required: true },
    { name: 'Email', type: 'email' },
    { name: 'Stage', type: 'select', settings: { options: [{ label: 'New' }, { label: 'Won' }] } },
    { name: 'Company', type: 'link', settings: { definitionKey: companies.key } },
  ])
  const page = await app.open(paths.newImport(key))
  const text =
    'Business,Email,Stage,Company,Other\nAcme,nobody,closed,Bolt,1\n,a@b.example,dead,Cove,2\n'
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Edit 1 of Email' }).click()
  await page.getByRole('group', { name: 'Correct Email' }).waitFor()
  await page.getByRole('group', { name: 'Options for Stage' }).getByText('closed (1)').waitFor()
  await page
    .getByLabel(/rows of/i)
    .first()
    .waitFor()
  await expectAccessible(page)
})

test('an import that finishes is told to the person who started it, unless its page shows it', async () => {
  const member = await app.join('member')
  const { id, key } = await app.board([{ name: 'Business', type: 'text' }], { name: 'Leads list' })
  const page = await app.open(paths.home())
  const others = await app.openAs(member, paths.home())
  for (const one of [page, others])
    await one.getByRole('region', { name: 'Recently added' }).waitFor()
  const mine = importerOf(app.api, app.owner.token, { boardId: id })
  await mine.send({ file: 'Business\nAcme\nBolt\n' })
  await page.getByText('Imported 2 rows into Leads list.').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Import: ' }).waitFor()

  const theirs = importerOf(app.api, member.token, { boardId: id })
  await theirs.send({ file: 'Business\nCove\n' })
  await others.getByText('Imported 1 row into Leads list.').waitFor()
  expect(await others.getByText(/^Imported/).count()).toBe(1)

  await page.goto(paths.newImport(key))
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('Business\nDorn\n') })
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('completed').waitFor()
  await settled(page)
  expect(await page.getByText(/^Imported 1 row/).count()).toBe(0)
})

test('a file with the same columns is mapped as the last one, unless one starts over', async () => {
  const { key } = await app.board([
    { name: 'Business', type: 'text' },
    { name: 'City', type: 'text', unique: true },
  ])
  const page = await app.open(paths.newImport(key))
  const importer = importerOf(app.api, app.owner.token, { definitionKey: key })
  const mapping = { Who: 'business', Where: 'city' }
  await importer.run({ file: 'Who,Where\nAcme,Bern\n', mapping, matchOn: 'city' })
  const buffer = Buffer.from('Where,Who\nBern,Acme Inc\n')
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer })
  await page.getByText(/Mapped as on .* \d{4}/).waitFor()
  await page.getByText('1 would be updated').waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('2 columns of the file will not be imported: Where, Who.').waitFor()
})

test('the files of another CRM come in linked, in the order of a person in a hurry', async () => {
  const text = (name: string, more: object = {}) => ({ name, type: 'text', ...more })
  const id = text('CRM id', { unique: true })
  const companies = await app.board([id, text('Name'), text('City')], { name: 'Companies' })
  const company = { name: 'Company', type: 'link', settings: { definitionKey: companies.key } }
  const deals = await app.board([id, text('Deal name'), company], { name: 'CRM deals' })
  const page = await app.open(paths.newImport(deals.key))
  const drop = page.getByLabel('Drop a CSV or XLSX file here, or choose one')
  const csv = (name: string, lines: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines),
  })
  await drop.setInputFiles(
    csv('deals.csv', 'CRM id,Deal name,Company\n301,First,101\n302,Second,102\n303,Third,101\n'),
  )
  const links = page.getByRole('group', { name: 'Linked rows' })
  await links.getByText('3 not found').waitFor()
  await links.getByLabel('Company: find rows of Companies by').click()
  await page.getByRole('option', { name: 'CRM id' }).click()
  await links.getByLabel('Add those that are missing').check()
  await links.getByText('3 name new rows').waitFor()
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await page.getByText('completed').waitFor()

  await page.goto(paths.newImport(companies.key))
  await drop.setInputFiles(csv('companies.csv', 'CRM id,Name,City\n101,Acme,Bern\n102,Bolt,Bonn\n'))
  await page.getByLabel('Update rows with the same value').check()
  await page.getByText('2 would be updated').waitFor()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('completed').waitFor()
  const rows = async ({ id }: { id: string }) =>
    (await app.owner.api('GET', `/v1/boards/${id}/rows`)).body.data
  const names = new Map(
    (await rows(companies)).map((row: { id: string; cells: { name: string } }) => [
      row.id,
      row.cells.name,
    ]),
  )
  const linked = (await rows(deals)).map(({ cells }: { cells: { company: string[] } }) =>
    names.get(cells.company[0]!),
  )
  expect(linked).toEqual(['Acme', 'Bolt', 'Acme'])
  const [run] = (await app.owner.api('GET', `/v1/boards/${deals.id}/imports`)).body.data
  await page.goto(paths.importRun(deals.key, run.id))
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Remove 5 rows' }).click()
  await page.getByRole('button', { name: 'Redo import' }).waitFor()
  expect([await rows(companies), await rows(deals)]).toEqual([[], []])
})

test('a file of another system comes in with its ids, its links and all its columns as proposed', async () => {
  const api = (path: string, body: object) => app.owner.api('POST', path, { body })
  const columns = [{ name: 'Name', type: 'text' }]
  await api('/v1/definitions', { name: 'Companies', key: 'companies', kind: 'page', columns })
  const company = {
    name: 'Company',
    type: 'link',
    settings: { definitionKey: 'companies', multiple: true },
  }
  const contacts = {
    name: 'Contacts',
    key: 'contacts',
    kind: 'page',
    columns: [...columns, company],
  }
  await api('/v1/definitions', contacts)
  const page = await app.open(paths.newImport('contacts'))
  const buffer = Buffer.from(
    'Record ID,Contact Name,Lead Status,Create Date,Associated Company IDs\n931,Ana Silva,Open,2026-11-20 14:30,77;78\n',
  )
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer })
  await page.getByText('1 name new rows').waitFor()
  await page.getByRole('button', { name: 'Add a new column for each' }).click()
  await page.getByText('New column Create Date (datetime)').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('completed').waitFor()
  const [row] = (await app.owner.api('GET', '/v1/definitions/contacts/rows?expand=links')).body.data
  expect(row).toMatchObject({
    externalId: '931',
    cells: {
      name: 'Ana Silva',
      lead_status: 'Open',
      company: [expect.any(String), expect.any(String)],
    },
  })
  expect(row.cells.create_date).toMatch(/^2026-11-20T/)
})

test('ids of another page’s records become links, and go again by an undo', async () => {
  const make = async (name: string): Promise<string> => {
    const body = { name, columns: [{ name: 'Name', type: 'text' }] }
    return (await app.owner.api('POST', '/v1/definitions', { body })).body.data.key
  }
  const rowsOf = async (key: string) =>
    (await app.owner.api('GET', `/v1/definitions/${key}/rows`)).body.data
  const companies = await make('Companies')
  const key = await make('Loans')
  const page = await app.open(paths.newImport(key))
  const buffer = Buffer.from('Name,Company ID\nOne,C-1\nTwo,C-2\nThree,C-1\nFour,\n')
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'loans.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Add a new column for it' }).click()
  await page.getByText('New column Company (link)').waitFor()
  await page.getByText('3 name new rows').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 4 rows' }).click()
  await page.getByText('Rows in place, with linked rows').waitFor()
  const linked = await rowsOf(companies)
  expect(linked.map((row: { externalId: string }) => row.externalId)).toEqual(['C-1', 'C-2'])
  const [one, two] = linked.map(({ id }: { id: string }) => [id])
  const loans = await rowsOf(key)
  expect(loans.map(({ cells }: { cells: { company?: string[] } }) => cells.company)).toEqual([
    one,
    two,
    one,
    undefined,
  ])
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Remove 6 rows' }).click()
  await page.getByRole('button', { name: 'Redo import' }).waitFor()
  expect([await rowsOf(companies), await rowsOf(key)]).toEqual([[], []])
})

test('another sheet of a workbook can be chosen, also if the first choice is refused', async () => {
  const { key } = await app.board([{ name: 'Business', type: 'text' }])
  const row = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`
  const buffer = workbookOf({
    sheets: {
      Leads: row('Business') + row('Acme'),
      Deals: row('Business') + row('Bay Trucking'),
      Cover: row('November'),
    },
  })
  const page = await app.open(paths.newImport(key), { refusals: [400] })
  await page
    .getByLabel('Drop a CSV or XLSX file here, or choose one')
    .setInputFiles({ name: 'leads.xlsm', mimeType: 'application/octet-stream', buffer })
  await page.getByText('Read as: sheet Leads (2 others), header in row 1').waitFor()
  await page.getByRole('button', { name: 'Change how the file is read' }).click()
  await page.getByRole('combobox', { name: 'Sheet' }).click()
  await page.getByRole('option', { name: 'Cover' }).click()
  await page.getByRole('alert').getByText('has no rows below its header').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Read another sheet' }).click()
  await page.getByRole('option', { name: 'Deals' }).click()
  await page.getByText('Read as: sheet Deals (2 others)').waitFor()
  await page.getByRole('cell', { name: 'Bay Trucking' }).first().waitFor()
  await expectAccessible(page)
})
