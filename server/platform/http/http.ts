import type { AnyOperation } from '../../../contract/language/operation.ts'
import { type AnswerOptions, sendAnswers } from './answers.ts'
import { type BindingOptions, bindingsOf } from './binding.ts'
import { type RouteOptions, routesOf } from './routes.ts'
import { createServer, type ServerOptions } from './server.ts'

export type HttpOptions = ServerOptions & AnswerOptions & RouteOptions & BindingOptions

/** Makes the server with what all routes share (ids, errors, limits), and the ways to bind operations to use cases. */
export function createHttp(options: HttpOptions) {
  const bound = new Map<string, AnyOperation>()
  const app = createServer(options, bound)
  sendAnswers(app, options, bound)
  const { route, ...rest } = routesOf(app, options, bound)
  return { app, bound, ...rest, ...bindingsOf(route, options) }
}

export type Http = ReturnType<typeof createHttp>
