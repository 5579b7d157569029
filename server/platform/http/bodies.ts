import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isKeyAccess } from '../../../contract/language/operation.ts'
import { Refusal } from '../refusal.ts'
import { saysForm } from './call.ts'
import { parseJson } from './json.ts'

const MULTIPART = 'multipart/form-data'

/** The largest JSON body of an operation that also accepts a form, which can be larger. */
const JSON_BYTES = 1024 * 1024

/** Whether the body is a form that may bring files. */
export function isUpload(request: FastifyRequest): boolean {
  const { operation, page } = request.routeOptions.config ?? {}
  if (operation?.upload === true) return true
  return Boolean(operation?.upload ?? operation?.form ?? page?.form) && saysForm(request)
}

/**
 * Reads the bodies of requests: JSON, and forms on the routes that accept them.
 *
 * @returns a function that also passes on bodies of another type as they were sent, to the routes that accept it
 */
export function readBodies(app: FastifyInstance): (type: string) => void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { operation } = request.routeOptions.config
    if (operation?.upload === true) {
      return done(new Refusal('unsupported_media_type', 'form_only'))
    }
    if (operation?.upload && body.length > JSON_BYTES) {
      return done(new Refusal('payload_too_large', 'json_too_large'))
    }
    if (operation && (isKeyAccess(operation.access) || operation.consumes)) return done(null, body)
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // The use case of an upload reads it piece by piece. Other routes do not accept a form.
  app.addContentTypeParser(MULTIPART, (request, payload, done) => {
    const { operation, page } = request.routeOptions.config
    if (operation?.upload || operation?.form || page?.form) return done(null, payload)
    if (operation?.consumes?.includes(MULTIPART)) return done(null, payload)
    done(new Refusal('unsupported_media_type', 'no_form'))
  })
  app.addHook('preParsing', (request, _, payload, done) => {
    const coding = request.headers['content-encoding']?.toLowerCase()
    const isPlain = coding === undefined || coding === 'identity' || request.method === 'GET'
    if (isPlain) done(null, payload)
    else done(new Refusal('unsupported_media_type', 'compressed', { coding }))
  })
  return (type) => {
    // The parsers of JSON and of multipart forms also pass on a body as it was sent.
    if (app.hasContentTypeParser(type)) return
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
      const { operation, page } = request.routeOptions.config
      if (operation?.consumes || operation?.form || page?.form) return done(null, body)
      done(new Refusal('unsupported_media_type', 'not_json'))
    })
  }
}
