import fc from 'fast-check'
import { makeBoard } from '../support/desks/fixtures.ts'
import type { TestService } from '../support/service/service.ts'
import { type AnsweredRow, type ModelBoard, startOf } from './model.ts'
import { cells, columns, type Known, LABELS, results, today, ZONE } from './values.ts'

export interface ListedBoard extends ModelBoard {
  known: Known
  path: string
  id: string
  rows: AnsweredRow[]
}

/** A board with a column of every type, and rows that were written by hand. */
export async function makeListedBoard(
  service: TestService,
  token: string,
  people: number[],
  count: number,
): Promise<ListedBoard> {
  const others = await makeBoard(service, token, [{ name: 'name', type: 'text' }])
  const linkable = await service.api('POST', `/v1/boards/${others.id}/rows`, {
    token,
    body: { rows: ['Acme', 'Bay', 'Cove'].map((name) => ({ cells: { name } })) },
  })
  const known = { people, linked: linkable.body.data.map((row: { id: string }) => row.id) }
  const link = {
    name: 'link',
    type: 'link',
    settings: { definitionKey: others.key, multiple: true },
  }
  const { id } = await makeBoard(service, token, [link, ...columns], {
    settings: { timeZone: ZONE },
  })
  const path = `/v1/boards/${id}`
  // There is a row for every day around today, so that the ends of weeks and months are tried on any day.
  const rows = fc.sample(cells(known), { numRuns: count, seed: 4 }).map((row, i) => ({
    ...row,
    ...(i < 40
      ? {
          due: today()
            .add({ days: i - 20 })
            .toString(),
        }
      : {}),
  }))
  for (let at = 0; at < rows.length; at += 500) {
    const body = { rows: rows.slice(at, at + 500).map((each) => ({ cells: each })) }
    const made = await service.api('POST', `${path}/rows`, { token, body })
    if (made.status !== 201) throw new Error(made.text)
  }
  const listed = await service.api('GET', `${path}/rows?limit=1000`, { token })
  const all = listed.body.data as AnsweredRow[]
  const texts = [
    ...new Set(
      all
        .flatMap(({ cells }) => Object.values(cells))
        .map(String)
        .map(startOf),
    ),
  ]
  const ranked = await service.sql(
    'SELECT t, rank() OVER (ORDER BY t COLLATE alike) AS rank FROM unnest($1::text[]) AS t',
    [texts],
  )
  return {
    path,
    id,
    known,
    rows: all,
    zone: ZONE,
    labels: LABELS,
    me: people[0]!,
    types: {
      ...Object.fromEntries(columns.map(({ name, type }) => [name, type])),
      ...results,
      link: 'link',
      'row.position': 'number',
    },
    ranks: new Map(ranked.map(({ t, rank }) => [t, Number(rank)])),
  }
}
