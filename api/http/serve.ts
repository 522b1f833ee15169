import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as v from 'valibot'
import { ApiError } from '../../contract/calls/api-error.ts'
import type { CheckedRequest, Endpoint, Reply } from '../../contract/calls/endpoint.ts'
import type { Reach, TeamRole } from '../../contract/team-roles.ts'
import { type Authenticate, type AuthUser, requireUser } from './bearer.ts'
import { allowSlowBody } from './slow-clients/slow-bodies.ts'

type Visit<E extends Endpoint> = CheckedRequest<E> & {
  /** Undefined on calls that need no token. */
  user: E['signedIn'] extends true ? AuthUser : undefined
  /** Whose people this person may see. Only on calls that only some roles may make. */
  reach: E['roles'] extends readonly TeamRole[] ? Reach : undefined
  /** For limits. */
  ipAddress: string
  headers: FastifyRequest['headers']
  /** For the few responses that are more than JSON (ETag, compressed bodies). */
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (visit: Visit<E>) => Promise<Reply<E>>

/** For the few responses that are bytes: the handler sends them itself. */
export type ByteHandler<E extends Endpoint> = (visit: Visit<E>) => Promise<FastifyReply> | FastifyReply

export type Auth = {
  authenticate: Authenticate
  /** Throws unless this person may make a call that only some roles may make. Returns whose people they may see. */
  authorize: (endpoint: Endpoint, user: AuthUser, headers: FastifyRequest['headers']) => Promise<Reach>
}

export type Route = (auth: Auth) => RouteOptions

/** Puts a handler behind an endpoint of the contract: token first, then validation, then the work. */
export function serve<const E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return route(endpoint, handle)
}

export function serveBytes<E extends Endpoint>(endpoint: E, handle: ByteHandler<E>): Route {
  return route(endpoint, handle)
}

function route<E extends Endpoint>(endpoint: E, handle: (visit: Visit<E>) => unknown): Route {
  return auth => ({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const { user, reach } = admitted.get(request) ?? (await admit(endpoint, request, auth))
      const checked = {
        params: check(endpoint.params, request.params),
        query: check(endpoint.query, request.query),
        body: check(endpoint.body, request.body),
      }
      const visit = { ...checked, user, reach, ipAddress: request.ip, headers: request.headers, reply }
      return handle(visit as unknown as Visit<E>)
    },
  })
}

type Admission = { user: AuthUser | undefined; reach: Reach | undefined }

/** Throws unless this person may make the call. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, authorize }: Auth,
): Promise<Admission> {
  const user = endpoint.signedIn ? await requireUser(request.headers.authorization, authenticate) : undefined
  if (user) request.uid = user.uid
  const reach = user && endpoint.roles ? await authorize(endpoint, user, request.headers) : undefined
  return { user, reach }
}

/** Requests with a large body, which were admitted before it was read. Another admission would count them twice. */
const admitted = new WeakMap<FastifyRequest, Admission>()

/** Reads a larger body, and waits longer for it. People who may not make the call are refused before it is read. */
export function withLargeBody(endpoint: Endpoint, route: Route, bodyLimit: number): Route {
  return auth => ({
    ...route(auth),
    bodyLimit,
    onRequest: async request => {
      admitted.set(request, await admit(endpoint, request, auth))
      allowSlowBody(request)
    },
  })
}

/** U+0000 in JSON; after another backslash it is six characters that a person typed. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

function check(shape: v.GenericSchema | undefined, value: unknown): unknown {
  if (!shape) return undefined
  // PostgreSQL cannot store this character, and no person types it.
  if (NUL.test(JSON.stringify(value) ?? '')) throw new ApiError('bad-request')
  // Valibot accepts a list as an object without required fields.
  if (Array.isArray(value)) throw new ApiError('bad-request')
  const result = v.safeParse(shape, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new ApiError('bad-request', { message: `${v.getDotPath(issue) ?? 'request'}: ${issue.message.slice(0, 200)}` })
}
