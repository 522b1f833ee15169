import type * as v from 'valibot'
import type { TeamRole } from '../team-roles.ts'

type Shape = v.GenericSchema<unknown, unknown>

export type RequestHeader = 'Idempotency-Key' | 'Prefer' | 'X-Bot-Check' | 'X-Merge-Proof'

/** One call: its path, who may make it, its request and its response. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH'
  path: `/${string}`
  signedIn: boolean
  /** Only people with one of these roles. Without this field: everybody, or everybody who is signed in. */
  roles?: readonly TeamRole[]
  /**
   * For calls that coordinators may make. If a coordinator is limited to some mentors, the call concerns only the
   * people of these mentors, or it is refused (the default).
   */
  reach?: 'own-people' | 'needs-everybody'
  /** Nobody may do this act on an unlocked phone on a table: some hours after the sign-in, it needs a code again. */
  needsRecentSignIn?: true
  /** An act that may end the role that it needs. A repeat after a lost reply needs no role. */
  endsOwnRole?: true
  /** `success: false` without an error code is an answer, not an error. */
  answersNo?: true
  params?: Shape
  query?: Shape
  /** JSON body. A call without one ignores any body. */
  body?: Shape
  /** The fields of a multipart form instead of a JSON body. */
  form?: readonly string[]
  /** Headers that change what the call does. The list is for the description of the calls. */
  headers?: readonly RequestHeader[]
  /** The type of a reply that is a file and not JSON. */
  file?: 'application/zip' | 'application/octet-stream'
  reply: Shape
}

type Sent<S> = S extends Shape ? v.InferInput<S> : undefined
type Received<S> = S extends Shape ? v.InferOutput<S> : undefined
type WithoutMissing<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** The arguments of a call in the browser. */
export type Input<E extends Endpoint> = WithoutMissing<{
  params: Sent<E['params']>
  query: Sent<E['query']>
  body: Sent<E['body']>
}>

/** The arguments of a handler, after validation. */
export type CheckedRequest<E extends Endpoint> = {
  params: Received<E['params']>
  query: Received<E['query']>
  body: Received<E['body']>
}

export type Reply<E extends Endpoint> = v.InferOutput<E['reply']>

/** Keeps the exact types of the schemas, so that client and server infer theirs from here. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
