import { expect, test } from 'vitest'
import { VERSION } from '../../contract/language/version.ts'
import { licencesPage } from '../../scripts/licences-page.ts'
import { sbom } from '../../scripts/sbom.ts'

const bill = JSON.parse(sbom())
const components: {
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes: { alg: string; content: string }[]
  licenses: ({ license: { id: string } } | { expression: string })[]
}[] = bill.components

test('the bill of materials lists what docs/licences.md lists, under the same licences', () => {
  const page = licencesPage()
  const licensed = page.split('\n## ').slice(1)
  const listed = licensed.flatMap((section) => {
    const [licence] = section.split('\n')
    const named = [...section.matchAll(/`([^`]+)` ([^,\s]+)/g)]
    return named.map(([, name, version]) => `${name} ${version}: ${licence}`)
  })
  const billed = components.map(({ name, version, licenses: [only] }) => {
    const licence = 'expression' in only! ? only.expression : only!.license.id
    return `${name} ${version}: ${licence}`
  })
  expect(billed.sort()).toEqual(listed.sort())
  expect(page).toContain(`It runs with ${components.length} packages from npm`)
})

test('it names the product and its version, whatever the folder is called, and what the product asks for', () => {
  const { component } = bill.metadata
  expect(component).toMatchObject({ type: 'application', name: 'sourcebook', version: VERSION })
  expect(bill.dependencies[0].ref).toBe(component['bom-ref'])
  const direct = bill.dependencies[0].dependsOn.map((ref: string) => ref.replace(/@[^@]+$/, ''))
  expect(direct).toEqual(expect.arrayContaining(['pg', 'pg-protocol', 'vite', 'sanitize-html']))
})

test('every package has one place in it, an address and the hash of its archive, and needs only what is listed', () => {
  const refs = components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { purl, name, version, hashes } of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  }
  const needed = bill.dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn)
  expect(refs).toEqual(expect.arrayContaining([...new Set(needed)]))
  // Nothing is there that nothing needs.
  expect([...new Set(needed)].sort()).toEqual([...refs].sort())
})

test('the same packages give the same bytes', () => {
  expect(sbom()).toBe(sbom())
  expect(sbom('2026-11-24T00:00:00Z')).not.toBe(sbom())
})
