import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { Checked, Endpoint, Reply } from '../../contract/calls/endpoint.ts'
import { type Authenticate, type AuthUser, requireUser } from './bearer.ts'

type Visit<E extends Endpoint> = Checked<E> & {
  /** The signed-in person; on calls that need no token, nobody. */
  user: E['signedIn'] extends true ? AuthUser : undefined
  /** Network address of the caller, for limits. */
  address: string
  headers: FastifyRequest['headers']
  /** For the few answers that are more than JSON (ETag, compressed bodies). */
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (visit: Visit<E>) => Promise<Reply<E>>

/** For the few answers that are ready as bytes: the handler sends them itself. */
export type ByteHandler<E extends Endpoint> = (visit: Visit<E>) => Promise<FastifyReply> | FastifyReply

/** What all routes need to tell who is asking. */
export type Auth = { authenticate: Authenticate }

export type Route = (door: Auth) => RouteOptions

/** Puts a handler behind an endpoint of the contract: token first, then shapes, then the work. */
export function serve<const E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return route(endpoint, handle)
}

export function serveBytes<E extends Endpoint>(endpoint: E, handle: ByteHandler<E>): Route {
  return route(endpoint, handle)
}

function route<E extends Endpoint>(endpoint: E, handle: (visit: Visit<E>) => unknown): Route {
  return ({ authenticate }) => ({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const user = endpoint.signedIn ? await requireUser(request.headers.authorization, authenticate) : undefined
      if (user) request.uid = user.uid
      const checked = {
        params: check(endpoint.params, request.params),
        query: check(endpoint.query, request.query),
        body: check(endpoint.body, request.body),
      }
      const visit = { ...checked, user, address: request.ip, headers: request.headers, reply }
      return handle(visit as unknown as Visit<E>)
    },
  })
}

/** U+0000 as JSON writes it; behind one more backslash it is six characters that somebody wrote. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

function check(shape: v.GenericSchema | undefined, value: unknown): unknown {
  if (!shape) return undefined
  // PostgreSQL cannot keep this character, and no text of a person has it.
  if (NUL.test(JSON.stringify(value) ?? '')) throw new ApiError('bad-request')
  const result = v.safeParse(shape, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ApiError('bad-request', { message: `${v.getDotPath(issue) ?? 'request'}: ${issue.message.slice(0, 200)}` })
}
