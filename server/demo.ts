import { createKey } from './domains/ingest/keys.ts'
import type { NewColumnBody } from './domains/records/columns.ts'
import { createDefinition } from './domains/records/definitions.ts'
import { createRows } from './domains/records/rows.ts'
import { createUser, createWorkspace, listWorkspaces } from './domains/workspaces/operators.ts'
import type { Workspaces } from './domains/workspaces/workspaces.ts'
import type { UserActor } from './platform/actor.ts'
import type { Database } from './platform/db.ts'
import { newSecret } from './platform/ids.ts'
import { Refusal } from './platform/refusal.ts'

const EMAIL = 'dana@harborline.example'

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
      options: ['Restaurant', 'Retail', 'Construction', 'Trucking', 'Medical', 'Other'].map(
        (label) => ({ label }),
      ),
    },
  },
  { name: 'Agreed to be contacted', type: 'checkbox' },
  { name: 'Received', type: 'created_at' },
]

const leads = [
  [
    'Blue Anchor Seafood LLC',
    'Rosa Delgado',
    'rosa@blueanchor.example',
    '+1 415 555 0132',
    75000,
    'New',
  ],
  [
    'Kessler Roofing',
    'Tom Kessler',
    'tom@kesslerroofing.example',
    '+1 312 555 0188',
    120000,
    'Contacted',
  ],
  [
    'Nguyen Dental Group',
    'Linh Nguyen',
    'office@nguyendental.example',
    '+1 713 555 0110',
    250000,
    'Qualified',
  ],
  [
    'Prairie Freight Co',
    'Sam Ortiz',
    'sam@prairiefreight.example',
    '+1 402 555 0175',
    90000,
    'New',
  ],
] as const

/**
 * Furnishes an empty database with a small funding desk to try things on.
 *
 * @returns what to tell the person who started it; nothing where a workspace exists already.
 */
export async function makeDemo(
  workspaces: Workspaces,
  db: Database,
  origin: string,
): Promise<string | undefined> {
  if ((await listWorkspaces(workspaces)).length > 0) return undefined
  const password = newSecret().slice(0, 16)
  let workspace: Awaited<ReturnType<typeof createWorkspace>>
  try {
    workspace = await createWorkspace(workspaces, { name: 'Harborline Funding', slug: 'demo' })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'name_taken') return undefined // another process
    throw error
  }
  const seat = await createUser(workspaces, {
    email: EMAIL,
    name: 'Dana Whitfield',
    password,
    workspace: workspace.slug,
    role: 'owner',
  })
  const actor: UserActor = {
    kind: 'user',
    workspaceId: workspace.id,
    accountId: seat.accountId,
    crmUserId: seat.crmUserId,
    role: 'owner',
    teamIds: [],
    plan: workspace.plan,
    sessionId: '',
  }
  const secret = await db.withWorkspace(actor, async (tx) => {
    const board = await createDefinition(tx, actor, 'board', {
      name: 'Website form',
      key: 'website-form',
      description: 'What visitors send with the form of the website.',
      columns: formColumns,
    })
    await createRows(
      tx,
      actor,
      { key: 'leads' },
      {
        rows: leads.map(([business, contact, email, phone, amount_requested, stage]) => ({
          cells: {
            business,
            contact,
            email,
            phone,
            amount_requested,
            stage,
            owner: seat.crmUserId,
          },
        })),
      },
    )
    const key = await createKey(
      tx,
      actor,
      { id: board.id },
      { name: 'Website', scopes: ['read', 'rows:write'] },
    )
    return key.secret
  })
  return greeting(origin, password, secret)
}

const greeting = (origin: string, password: string, secret: string): string => `
A demo workspace is ready. These are shown once:

  Sign in     ${EMAIL}
  Password    ${password}
  Board key   ${secret}

Send a row to the board "Website form":

  curl -X POST ${origin}/v1/ingest/rows \\
    -H 'Authorization: Bearer ${secret}' \\
    -H 'Content-Type: application/json' \\
    -d '{"cells": {"Business name": "Acme Bakery", "Phone": "(415) 555-0199", "Amount requested": "$40,000"}}'
`
