import type { ClientBase } from 'pg'
import { APP_ROLE } from './app-role.ts'
import * as catalogue from './schema-dump.sql.ts'

/**
 * The result of the migrations, as text that is the same for the same schema: tables with columns, constraints,
 * indexes, row-level security and the app role's grants, then functions. For people to read and for the drift
 * check to compare; it is not meant to be run.
 */
export async function renderSchema(client: ClientBase): Promise<string> {
  const tables = await catalogue.tables(client)
  const byTable = {
    columns: group(await catalogue.columns(client)),
    constraints: group(await catalogue.constraints(client)),
    indexes: group(await catalogue.indexes(client)),
    policies: group(await catalogue.policies(client)),
    triggers: group(await catalogue.triggers(client)),
    grants: group(await catalogue.grants(client, APP_ROLE)),
  }
  const rendered = tables.map(({ name, head, security }) => {
    const inside = [...(byTable.columns.get(name) ?? []), ...(byTable.constraints.get(name) ?? [])]
    const after = [
      ...(byTable.indexes.get(name) ?? []),
      ...(byTable.triggers.get(name) ?? []),
      ...(security === null ? [] : [security]),
      ...(byTable.policies.get(name) ?? []),
      ...(byTable.grants.get(name) ?? []),
    ]
    const body = inside.map((line) => `  ${line}`).join(',\n')
    return [`${head} (\n${body}\n);`, ...after.map((line) => `${line};`)].join('\n')
  })
  const others = (await catalogue.others(client)).map(({ line }) => `${line.trimEnd()};`)
  return `${[HEADER, ...others, ...rendered].join('\n\n')}\n`
}

const HEADER =
  '-- The schema that the migrations amount to, written by scripts/dump-schema.ts. Not run by anything.'

function group(lines: catalogue.Line[]): Map<string, string[]> {
  const groups = Map.groupBy(lines, ({ of }) => of)
  return new Map([...groups].map(([of, found]) => [of, found.map(({ line }) => line)]))
}
