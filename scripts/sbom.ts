// Prints what the service is made of, as CycloneDX 1.6: the packages of docs/licences.md with their hashes, and what needs what.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directPackages, type LockedPackage, lockedPackages, root } from './locked-packages.ts'

/**
 * The bill of materials. The same commit gives the same bytes: its serial number comes from what it lists.
 *
 * @param timestamp when that was put together, such as the date of the commit
 */
export function sbom(timestamp?: string, folder = root): string {
  const { version, description, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const self = `sourcebook@${version}`
  const packages = lockedPackages(folder)
  const listed = {
    metadata: {
      ...(timestamp && { timestamp }),
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'sourcebook',
        version,
        description,
        licenses: licensesOf(license),
        purl: purlOf('sourcebook', version),
      },
    },
    components: packages.map(componentOf),
    dependencies: [
      { ref: self, dependsOn: directPackages(folder) },
      ...packages.map((one) => ({ ref: refOf(one), dependsOn: one.needs })),
    ],
  }
  const serial = uuidOf(JSON.stringify(listed))
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${serial}`,
      version: 1,
      ...listed,
    },
    null,
    1,
  )}\n`
}

const refOf = ({ name, version }: LockedPackage): string => `${name}@${version}`

function componentOf(one: LockedPackage) {
  const { name, version, licence, integrity, isOptional } = one
  const [algorithm, hash] = integrity.split('-') as [string, string]
  return {
    type: 'library',
    'bom-ref': refOf(one),
    name,
    version,
    scope: isOptional ? 'optional' : 'required',
    hashes: [
      {
        alg: algorithm.replace('sha', 'SHA-'),
        content: Buffer.from(hash, 'base64').toString('hex'),
      },
    ],
    licenses: licensesOf(licence),
    purl: purlOf(name, version),
  }
}

/** A single licence by its SPDX id, or an expression of several. */
function licensesOf(licence: string) {
  return /[ (]/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** A UUID (version 8, as made from a hash) that the same text gives again. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

if (import.meta.main) process.stdout.write(sbom())
