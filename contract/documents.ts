import Type from 'typebox'
import {
  binary,
  closed,
  integerId,
  list,
  nullable,
  one,
  pageQuery,
  text,
  timestamp,
  uuid,
} from './common.ts'
import { operation } from './operation.ts'

const MIB = 1024 * 1024

export const Document = closed({
  id: integerId(),
  name: Type.String(),
  documentType: Type.String({ description: 'The desk’s own word, as `bank_statement`.' }),
  url: nullable(Type.String({ description: 'Where it is kept, if not here.' })),
  file: nullable(
    closed({
      id: uuid('Its bytes: `GET /v1/files/{id}/content`.'),
      name: Type.String(),
      size: Type.Integer(),
      type: Type.String(),
    }),
  ),
  createdAt: timestamp(),
  createdBy: Type.String({ description: '`user:<crmUserId>`' }),
})

const tag = 'Documents'

/** What is handed in to meet obligations. */
export const documentOperations = {
  list: operation({
    method: 'GET',
    path: '/v1/documents',
    tag,
    access: 'workspace',
    summary: 'The documents, newest last',
    query: closed({ ...pageQuery, documentType: Type.Optional(text(100)) }),
    answer: list(Document),
    refuses: ['invalid_cursor'],
  }),
  create: operation({
    method: 'POST',
    path: '/v1/documents',
    tag,
    access: 'workspace',
    summary: 'Add a document: where it is, or the file itself',
    description:
      'As JSON with `name`, `documentType` and, where it is kept elsewhere, `url` (or `fileId`, of a file that was uploaded to `/v1/files`); or as multipart/form-data with `documentType`, `file` and, unless it is the file’s, `name`. A document’s file may be read by every seat and stays as long as the document.',
    upload: 'or json',
    body: closed({
      name: Type.Optional(text(300, 'Without one, the file’s.')),
      documentType: text(100),
      url: Type.Optional(Type.String({ format: 'uri', maxLength: 2000, pattern: '^https?://' })),
      fileId: Type.Optional(uuid()),
      file: Type.Optional(binary('In multipart/form-data: the file.')),
    }),
    answer: one(Document),
    refuses: ['unknown_reference'],
    bodyLimit: 26 * MIB,
  }),
  get: operation({
    method: 'GET',
    path: '/v1/documents/{id}',
    tag,
    access: 'workspace',
    summary: 'One document',
    params: closed({ id: integerId() }),
    answer: one(Document),
  }),
}
