import { expect, test } from 'vitest'
import type { Role } from '../../../shared/roles.ts'
import type { UserActor } from '../../platform/actor.ts'
import { definitionIdOf, isSent, isWanted, mayHear } from './audience.rules.ts'
import type { StoredEvent } from './events.sql.ts'

const ID = '0190cafe-0000-7000-8000-000000000001'
const event = (type: string, data = {}, subject = `board:${ID}`): StoredEvent => ({
  xid: 1,
  id: ID,
  type,
  at: new Date(0),
  actor: 'system',
  subject,
  data,
})
const seat = (role: Role): UserActor => ({
  kind: 'user',
  workspaceId: ID,
  accountId: ID,
  crmUserId: 1,
  role,
  teamIds: [],
  plan: 'free',
  sessionId: ID,
})

test('a type decides who gets it; unknown types are for admins', () => {
  const heard = (role: Role) =>
    [
      'rows.created',
      'column.updated',
      'columns.reordered',
      'column_policy.updated',
      'board.created',
      'page.deleted',
      'comment.created',
      'import.undone',
      'view.created',
      'obligation.completed',
      'document.created',
      'deal.collected',
      'deal_split.held',
      'draw.requested',
      'team.updated',
      'message.sent',
      'opt_out.changed',
      'agreement.published',
      'agreement.signed',
      'seat.updated',
      'key.revoked',
      'workspace.updated',
      'webhook.created',
      'session.ended',
      'gadget.made',
      'rowsx.created',
      '',
    ].filter((type) => mayHear(event(type), seat(role)))
  expect(heard('admin')).toHaveLength(27)
  expect(heard('owner')).toEqual(heard('admin'))
  expect(heard('viewer')).toEqual(heard('admin').slice(0, 18))
  expect(heard('manager')).toEqual(heard('viewer'))
  expect(mayHear(event('view.created', { private: true }), seat('member'))).toBe(false)
})

test('types are asked for by name, by noun, or all at once', () => {
  expect(isWanted('rows.created', ['rows.*'])).toBe(true)
  expect(isWanted('rows.created', ['seat.*', 'rows.created'])).toBe(true)
  expect(isWanted('rows.created', ['*'])).toBe(true)
  expect(isWanted('rowsx.created', ['rows.*'])).toBe(false)
  expect(isWanted('rows.created', ['rows.creat', 'row.*'])).toBe(false)
})

test('the definition is the event’s subject, or the one that its data names', () => {
  expect(definitionIdOf(event('rows.created'))).toBe(ID)
  expect(definitionIdOf(event('import.started', { definitionId: ID }, 'import:x'))).toBe(ID)
  expect(definitionIdOf(event('import.started', { definitionId: 'no id' }, 'import:x'))).toBe(
    undefined,
  )
  expect(definitionIdOf(event('seat.updated', {}, 'seat:7'))).toBe(undefined)
})

test('what is noted of people goes only to webhooks that name it', () => {
  expect(isSent('session.refused', ['*', 'rows.created'])).toBe(false)
  expect(isSent('session.refused', ['*', 'session.*'])).toBe(true)
  expect(isSent('export.made', ['export.made'])).toBe(true)
  expect(isSent('seat.invited', ['*'])).toBe(true)
})
