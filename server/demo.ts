import type { ClientConfig } from 'pg'
import { furnishAgreements } from './demo/agreements.ts'
import { furnishConversations } from './demo/conversations.ts'
import { furnishDeals } from './demo/deals.ts'
import * as sql from './demo/demo.sql.ts'
import { furnishLeads } from './demo/leads.ts'
import { furnishMoney } from './demo/money.ts'
import { furnishObligations } from './demo/obligations.ts'
import { emailOf, seatPeople } from './demo/people.ts'
import { createKey } from './domains/ingest/keys/keys.ts'
import { createDefinition } from './domains/records/boards/boards.ts'
import type { NewColumnBody } from './domains/records/columns/columns.ts'
import { createWorkspace, listWorkspaces } from './domains/workspaces/operators.ts'
import type { Workspaces } from './domains/workspaces/workspace/workspaces.ts'
import type { UserActor } from './platform/actor.ts'
import type { Database } from './platform/database/db.ts'
import { withOwner } from './platform/database/owner.ts'
import { newSecret } from './platform/ids.ts'

const formColumns: NewColumnBody[] = [
  { name: 'Business name', type: 'text', required: true },
  { name: 'Contact', type: 'text' },
  { name: 'Email', type: 'email' },
  { name: 'Phone', type: 'phone' },
  { name: 'Amount requested', type: 'currency' },
  { name: 'Months in business', type: 'number', settings: { precision: 0, min: 0 } },
  {
    name: 'Industry',
    type: 'select',
    settings: {
      options: Object.entries({
        Restaurant: 'orange',
        Retail: 'pink',
        Construction: 'yellow',
        Trucking: 'blue',
        Medical: 'teal',
        Other: 'gray',
      }).map(([label, color]) => ({ label, color })),
    },
  },
  { name: 'Bank statements', type: 'file' },
  { name: 'Agreed to be contacted', type: 'checkbox' },
  { name: 'Received', type: 'created_at' },
]

const SLUG = 'demo'
/** Until everything is there. */
const UNFINISHED = 'demo-unfinished'

/**
 * Fills an empty database with a small funding desk to try things on. If a start was stopped on the way, nobody knows the
 * password of what it left, so this starts over.
 *
 * @param owner connects as the owner of the tables, for work that no request may do.
 * @returns the text to print when the service starts; undefined if there already is a workspace.
 */
export async function makeDemo(
  workspaces: Workspaces,
  db: Database,
  origin: string,
  owner: ClientConfig,
): Promise<string | undefined> {
  return withOwner(owner, async (client) => {
    await sql.lockDemo(client)
    const found = await listWorkspaces(workspaces)
    if (found.length > 1 || (found[0] && found[0].slug !== UNFINISHED)) return undefined
    if (found.length > 0) await sql.emptyTables(client)
    const password = newSecret().slice(0, 16)
    const workspace = { name: 'Harborline Funding', slug: UNFINISHED }
    const made = await createWorkspace(workspaces, workspace)
    const secret = await furnish({ workspaces, db, owner }, made, password)
    await sql.finishDemo(client, SLUG, made.id)
    return greeting(origin, password, secret)
  })
}

/** @returns the secret of a key. */
async function furnish(
  { workspaces, db, owner }: { workspaces: Workspaces; db: Database; owner: ClientConfig },
  workspace: Awaited<ReturnType<typeof createWorkspace>>,
  password: string,
): Promise<string> {
  const desk = await seatPeople(workspaces, workspace, password)
  const secret = await makeForm(db, desk.dana)
  const leads = await furnishLeads(db, desk)
  const deals = await furnishDeals(db, desk, leads)
  await furnishObligations(db, desk, deals)
  await furnishMoney(db, desk, deals)
  await furnishAgreements(db, owner, desk)
  await furnishConversations(db, desk, leads)
  return secret
}

/** Makes the board of the website's form, and returns the secret of a key to it. */
function makeForm(db: Database, actor: UserActor): Promise<string> {
  return db.withWorkspace(actor, async (tx) => {
    const board = await createDefinition(tx, actor, 'board', {
      name: 'Website form',
      key: 'website-form',
      description: 'What visitors send with the website’s form.',
      columns: formColumns,
    })
    const { secret } = await createKey(
      tx,
      actor,
      { id: board.id },
      { name: 'Website', scopes: ['read', 'rows:write'] },
    )
    return secret
  })
}

const greeting = (origin: string, password: string, secret: string): string => `
A demo workspace is ready. Keep these, they are shown only once:

  Sign in     ${emailOf('dana')}
  Password    ${password}
  Board key   ${secret}

Marcus, a manager, and Priya, a member, have the same password: ${emailOf('marcus')}, ${emailOf('priya')}.
Priya does not see the commission of deals.

Send a row to the board "Website form":

  curl -X POST ${origin}/v1/ingest/rows \\
    -H 'Authorization: Bearer ${secret}' \\
    -H 'Content-Type: application/json' \\
    -d '{"cells": {"Business name": "Acme Bakery", "Phone": "(415) 555-0199", "Amount requested": "$40,000"}}'
`
