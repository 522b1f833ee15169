import type * as v from 'valibot'

type Shape = v.GenericSchema<unknown, unknown>

/** One call: its path, who may make it, its request and its response. */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: `/${string}`
  signedIn: boolean
  /** `success: false` without an error code is an answer, not an error. */
  answersNo?: true
  params?: Shape
  query?: Shape
  /** JSON body. A call without one ignores any body. */
  body?: Shape
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
export type Checked<E extends Endpoint> = {
  params: Received<E['params']>
  query: Received<E['query']>
  body: Received<E['body']>
}

export type Reply<E extends Endpoint> = v.InferOutput<E['reply']>

/** Keeps the exact types of the schemas, so that client and server infer theirs from here. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
