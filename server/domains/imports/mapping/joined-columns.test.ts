import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, makeBoard, makeDesk } from '../../../tests/support/desks/fixtures.ts'
import { importerOf } from '../../../tests/support/desks/imports.ts'
import { startService, type TestService } from '../../../tests/support/service/service.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await makeDesk(service)
  service.work()
})
afterAll(() => service.stop())

const text = (name: string) => ({ name, type: 'text' as const })
async function open(...names: string[]) {
  const columns = [...names.map(text), { name: 'Email', type: 'email' as const }]
  const { id } = await makeBoard(service, desk.tokens.owner, columns)
  return importerOf(service.api, desk.tokens.owner, { boardId: id })
}
const proposedIn = async (of: Awaited<ReturnType<typeof open>>, header: string) => {
  const { data } = (await of.preview({ file: `${header}\n${'x,'.repeat(3)}x\n` })).body
  return data.columns.map(({ proposed }: { proposed: string | null }) => proposed)
}

describe('several columns of a file', () => {
  const file =
    'Last Name,Company,First Name,E-mail\nBaker,Acme,Ann,a@x.example\n-,Bolt,Bob,\nCole,,N/A,c@x.example\n,Dorn,,d@x.example\n'

  test('go to one column of text, as a person’s name is said, without what stands for nothing', async () => {
    const people = await open('Business', 'Contact')
    const mapping = { 'Last Name': 'contact', 'First Name': 'contact', Company: 'business' }
    const { data } = (await people.preview({ file, mapping })).body
    const contacts = data.rows.map(({ cells }: { cells: { contact?: string } }) => cells.contact)
    expect(contacts).toEqual(['Ann Baker', 'Bob', 'Cole', undefined])
    expect(data.counts).toMatchObject({ wouldImport: 4, leftEmpty: 0 })
    expect(data.counts.byColumn[0]).toMatchObject({ column: 'contact', filled: 3, coerced: 0 })
    expect(data.counts.byColumn).toHaveLength(2)
    await people.run({ file, mapping })
    expect((await people.rows()).map(({ cells }) => cells.contact)).toEqual(contacts)
  })

  test('in the order of the file, if they are no parts of a name', async () => {
    const notes = await open('Business', 'Notes')
    await notes.run({ file, mapping: ['notes', 'notes', 'notes', 'email'] })
    expect((await notes.rows()).map(({ cells }) => cells.notes)).toEqual([
      'Baker Acme Ann',
      'Bolt Bob',
      'Cole',
      'Dorn',
    ])
  })

  test('are corrected as one value', async () => {
    const people = await open('Contact')
    const corrections = [{ line: 2, column: 'contact', value: 'Anna' }]
    await people.run({ file, mapping: ['contact', null, 'contact', 'email'], corrections })
    expect((await people.rows())[0].cells.contact).toBe('Anna')
  })

  test('are proposed for a free column for names, and only if the file has first and last names', async () => {
    const header = 'First Name,Last Name,Phone,x'
    expect(await proposedIn(await open('Name'), header)).toEqual(['name', 'name', null, null])
    const contact = 'Contact First Name,Contact Surname,Business,x'
    expect(await proposedIn(await open('Business', 'Contact'), contact)).toEqual([
      'contact',
      'contact',
      'business',
      null,
    ])
    const whole = 'Full Name,First Name,Last Name,x'
    expect(await proposedIn(await open('Name'), whole)).toEqual(['name', null, null, null])
    const own = await open('Name', 'First name', 'Last name')
    expect(await proposedIn(own, header)).toEqual(['first_name', 'last_name', null, null])
    expect(await proposedIn(await open('Name'), 'First Name,a,b,c')).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('are remembered', async () => {
    const people = await open('Contact')
    await people.run({ file, mapping: ['contact', null, 'contact', 'email'] })
    const { data } = (await people.preview({ file })).body
    const proposed = data.columns.map((one: { proposed: string | null }) => one.proposed)
    expect(proposed).toEqual(['contact', null, 'contact', 'email'])
    expect(data.rows[0].cells.contact).toBe('Ann Baker')
  })

  test('are refused where a cell has one value', async () => {
    const people = await open('Contact')
    const { status, body } = await people.preview({ file, mapping: ['email', 'email', null, null] })
    expect([status, body.issues[0].reason]).toEqual([400, 'mapping_twice'])
  })
})
