import type { AnyOperation } from '../../../../contract/language/operation.ts'
import { operationGroups } from '../../../../contract/operations.ts'
import { fileOperations } from '../../../../contract/records/files.ts'
import type { Area } from '../area.ts'
import type { Case } from '../cases.ts'
import type { Rule } from '../foreign-ids.ts'
import { type Good, goodRequest, send } from '../requests.ts'
import { NOTHING } from '../subjects.ts'

const { boards, definitions } = operationGroups

const NO_PAGE = 'no-such-page'
const families = [boards, definitions] as const

const ofFile: Good = ({ owner, things }) => ({ token: owner, params: { id: things.fileId! } })

/** A body with a column that links to that definition. */
const linking = (operation: AnyOperation, definitionKey: unknown) => {
  const column = { name: `To ${definitionKey}`, type: 'link', settings: { definitionKey } }
  return operation.path.endsWith('/columns') ? column : { name: 'Links', columns: [column] }
}
const makesColumns: AnyOperation[] = families.flatMap((op) => [op.create, op.createColumn])

const nowhere: Case = async (world, operation) => {
  const sent = await goodRequest(world, operation)
  return [await send(world.service, operation, { ...sent, body: linking(operation, NO_PAGE) })]
}

const elsewhere = (operation: AnyOperation): Rule => ({
  put: (sent, id) => ({ ...sent, body: linking(operation, id) }),
  foreign: (theirs) => [theirs.page.key, theirs.board.key],
  as: { missing: NO_PAGE, status: 400, code: 'unknown_reference' },
})

export const files: Area = {
  async furnish(world) {
    const { service, owner, board, page, mark } = world
    for (const base of [`/v1/boards/${board.id}`, `/v1/definitions/${page.key}`]) {
      for (const column of [
        { key: 'linked', type: 'link', settings: { definitionKey: page.key } },
        { key: 'papers', type: 'file' },
      ]) {
        const body = { name: column.key, ...column }
        const made = await service.api('POST', `${base}/columns`, { token: owner, body })
        if (made.status !== 201) throw new Error(`the column answered ${made.text}`)
      }
    }
    const file = await send(service, fileOperations.create, {
      token: owner,
      body: { file: `${mark} file` },
    })
    return { fileId: file.body.data.id }
  },
  good: [
    [fileOperations.create, ({ owner }) => ({ token: owner, body: { file: 'some bytes' } })],
    [fileOperations.get, ofFile],
    [fileOperations.content, ofFile],
    ...families.map((op): [AnyOperation, Good] => [
      op.listLinks,
      ({ owner, board, page }) => {
        const [base, place] = op === boards ? [{ id: board.id }, board] : [{ key: page.key }, page]
        return { token: owner, params: { ...base, rowId: place.rowId } as Record<string, string> }
      },
    ]),
  ],
  cases: makesColumns.map((operation) => [operation, 'unknown_reference', nowhere]),
  subjects: {
    files: { of: ({ things }) => [things.fileId!], missing: [NOTHING, 'no-id', '%00'] },
  },
  rules: Object.fromEntries(
    makesColumns.map((operation) => [
      `${operation.operationId} body.${operation.path.endsWith('/columns') ? '' : 'columns[].'}settings`,
      [elsewhere(operation)],
    ]),
  ),
}
