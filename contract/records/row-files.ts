import Type from 'typebox'
import { addressed, rowId } from '../language/addressed.ts'
import { closed, list, one, PageQuery, timestamp, uuid } from '../language/common.ts'
import { named, parameter } from '../language/named.ts'
import { onDefinitions } from '../language/on-definitions.ts'
import { operation } from '../language/operation.ts'

export const RowFile = named(
  'RowFile',
  'A file that was added to a row.',
  closed({
    id: uuid('The file’s id.'),
    name: Type.String(),
    size: Type.Integer({ description: 'In bytes.' }),
    type: Type.String({ description: 'The type that the upload declared.' }),
    addedAt: timestamp(),
    addedBy: Type.String({ description: '`user:<crmUserId>`.' }),
  }),
)

/** Files of rows, beside those in cells: any row can have some. */
export const rowFileOperations = onDefinitions(({ base, tag }) => {
  const params = addressed(base, { rowId })
  const fileParams = addressed(base, {
    rowId,
    fileId: parameter('RowFileId', uuid('The file’s id.')),
  })
  return {
    listRowFiles: operation({
      method: 'GET',
      path: `${base}/rows/{rowId}/files`,
      tag,
      access: 'workspace',
      scope: 'records:read',
      summary: 'List the files of a row, in the order of their upload',
      description:
        'Returns the files that were added to the row itself. Those in its cells are in the row.',
      params,
      query: PageQuery,
      answer: list(RowFile),
      refuses: ['invalid_cursor'],
    }),
    addRowFile: operation({
      method: 'POST',
      path: `${base}/rows/{rowId}/files`,
      tag,
      access: 'workspace',
      scope: 'records:write',
      summary: 'Add a file to a row',
      description:
        'Takes the id of a file that was uploaded to `/v1/files` and that you can read. Every seat can then read it, unless the row is in the trash. A file that the row already has stays as it is.',
      params,
      example: { fileId: '0190b6a1-0c7d-7b52-8e3f-1d5c9a7b2e40' },
      body: named('NewRowFile', 'A file to be added to a row.', closed({ fileId: uuid() })),
      answer: one(RowFile),
      refuses: ['unknown_reference'],
    }),
    removeRowFile: operation({
      method: 'DELETE',
      path: `${base}/rows/{rowId}/files/{fileId}`,
      tag,
      access: 'workspace',
      scope: 'records:write',
      summary: 'Remove a file from a row',
      description: 'The file itself is deleted a day later, unless something else uses it.',
      params: fileParams,
    }),
  }
})
