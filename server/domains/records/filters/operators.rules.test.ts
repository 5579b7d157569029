import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listingDescription } from '../../../../contract/records/listing.ts'
import { type ColumnType, columnTypes } from '../../../../shared/column-types.ts'
import { operators } from '../../../../shared/filter-operators.ts'
import { unrestricted } from '../../policies/columns.rules.ts'
import type { Column } from '../definitions/definition.rules.ts'
import { rowFields, targetOf } from './targets.rules.ts'

const column = (type: ColumnType): Column => ({
  id: '',
  slot: 1,
  key: 'a',
  name: 'A',
  type,
  description: '',
  position: 1,
  settings: {},
  required: false,
  unique: false,
  readOnly: false,
  policy: unrestricted,
})

/** The operators of each column type, from a table in Markdown. */
const tableIn = (text: string) =>
  new Map(
    [...text.matchAll(/^\| ([a-z_, ]+) \| `([a-z_ ]+)` \|$/gm)].flatMap(([, types, ops]) =>
      types!.split(', ').map((type) => [type, ops!.split(' ').sort()] as const),
    ),
  )

test.each([
  ['the reference', listingDescription],
  ['docs/rows.md', readFileSync(new URL('../../../../docs/rows.md', import.meta.url), 'utf8')],
])('%s lists the operators of every column type, and every field of rows', (_, text) => {
  const documented = tableIn(text)
  for (const type of columnTypes) {
    if (type === 'formula') continue
    const { nature } = targetOf(column(type))
    expect(documented.get(type), type).toEqual([...operators[nature]].sort())
  }
  expect(documented.size).toBe(columnTypes.length - 1)
  for (const field of rowFields) expect(text).toContain(`\`${field}\``)
})
