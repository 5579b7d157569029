import { failed } from '../../contract/refusals/reasons.ts'
import { receiveMessage } from '../domains/comms/receiving/storing/receiving.ts'
import { settle, takeTurn } from '../domains/comms/sending/deliveries.ts'
import { reply, send } from '../domains/comms/sending/replies.ts'
import { createTemplate } from '../domains/comms/templates/templates.ts'
import type { Database } from '../platform/database/db.ts'
import type { Tx } from '../platform/database/tx.ts'
import type { Desk } from './people.ts'

const ROSA = '+14155550132'
const TOM = 'tom@kesslerroofing.example'
const OFFICE = '+17135550110'

/**
 * Makes conversations about the leads: texts and a call with one, emails with another, a text that a landline could not
 * receive, and templates for texts and emails. There is no channel, so everything stays in the local outbox.
 */
export async function furnishConversations(
  db: Database,
  desk: Desk,
  [anchor, kessler, nguyen]: string[],
): Promise<void> {
  await db.withWorkspace(desk.dana, async (tx) => {
    await textWithRosa(tx, desk, anchor!)
    await emailWithTom(tx, desk, kessler!, await writeTemplates(tx, desk))
    await send(tx, desk.marcus, {
      medium: 'text',
      to: OFFICE,
      ...about(nguyen!),
      content: 'Your funds went out this morning. Thank you for working with us.',
    })
    await settleAll(tx)
  })
}

const about = (row_id: string) => ({ definition_key: 'leads', row_id })

/** Returns the id of the template for email. */
async function writeTemplates(tx: Tx, { dana }: Desk): Promise<string> {
  await createTemplate(tx, dana, {
    name: 'Papers, a reminder',
    medium: 'text',
    definition_key: 'leads',
    content:
      'Hi {{contact|there}}, we still need the bank statements of {{business}}. You can answer here. Reply STOP to opt out.',
  })
  const { id } = await createTemplate(tx, dana, {
    name: 'What we need',
    medium: 'email',
    definition_key: 'leads',
    subject: 'Your application: {{business}}',
    content:
      'Hello {{contact|there}},\n\nto continue with {{amount_requested|your application}}, we need your last three bank statements.\n\nHarborline Funding',
    content_html:
      '<p>Hello {{contact|there}},</p><p>to continue with <strong>{{amount_requested|your application}}</strong>, we need your last three bank statements.</p><p>Harborline Funding</p>',
  })
  return id
}

async function textWithRosa(tx: Tx, { priya }: Desk, row: string): Promise<void> {
  const hello = await send(tx, priya, {
    medium: 'text',
    to: ROSA,
    ...about(row),
    content: 'Hi Rosa, Priya of Harborline here. Is this a good number for the papers?',
  })
  const from = { channelId: null, medium: 'text', from: ROSA, fromName: 'Rosa Delgado' } as const
  await receiveMessage(tx, {
    ...from,
    externalId: 'SM-demo-1',
    content: 'Yes. Can you call me today?',
  })
  await receiveMessage(tx, {
    ...from,
    externalId: 'CA-demo-1',
    content: '',
    call: {
      provider: 'twilio',
      result: 'completed',
      duration_seconds: 312,
      started_at: null,
      answered_at: null,
      ended_at: null,
      recording_count: 0,
      recording_url: null,
      transcript: null,
      ai_summary: null,
    },
  })
  await reply(tx, priya, hello.conversation_id, {
    content: 'Thanks for the call, Rosa. You’ll get the offer by email on Monday.',
  })
}

async function emailWithTom(
  tx: Tx,
  { priya }: Desk,
  row: string,
  template_id: string,
): Promise<void> {
  const asked = await send(tx, priya, { medium: 'email', to: TOM, template_id, ...about(row) })
  await receiveMessage(tx, {
    channelId: null,
    medium: 'email',
    from: TOM,
    fromName: 'Tom Kessler',
    externalId: '<demo-1@kesslerroofing.example>',
    inReplyTo: asked.external_id,
    subject: 'Re: Your application: Kessler Roofing',
    content: 'We are on a roof until Thursday. I will send August and September then.\n\nTom',
  })
}

/** Settles the messages as a worker would: the local outbox has them, but for a text to a landline, which failed. */
async function settleAll(tx: Tx): Promise<void> {
  const taken = await takeTurn(tx, async () => undefined, 20, 'demo')
  const settled = { waitMs: null, externalId: null } as const
  const said = 'Landline or unreachable carrier'
  const landline = failed('reported', { said })
  await settle(
    tx,
    taken.map(({ message: { id, fence, address } }) =>
      address === OFFICE
        ? {
            id,
            fence,
            ...settled,
            state: 'failed',
            status: 'failed',
            why: landline,
            facts: { error_code: '30006', error_message: landline.error, why: landline },
          }
        : {
            id,
            fence,
            ...settled,
            state: 'sent',
            status: 'sent',
            why: null,
            facts: {},
            inOutbox: true,
          },
    ),
  )
}
