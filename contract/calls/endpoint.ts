import type * as v from 'valibot'

type Shape = v.GenericSchema<unknown, unknown>

/** One call of the product: where it is, who may make it, what goes in and what comes back. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** Path with `:name` for each of `params`. */
  path: `/${string}`
  /** Whether the call needs the bearer token of a signed-in person. */
  signedIn: boolean
  /** `success: false` without a reason is an answer to the question, not a refusal. */
  answersNo?: true
  params?: Shape
  query?: Shape
  /** JSON body. A call without one ignores whatever is sent. */
  body?: Shape
  reply: Shape
}

type Sent<S> = S extends Shape ? v.InferInput<S> : undefined
type Received<S> = S extends Shape ? v.InferOutput<S> : undefined
type WithoutMissing<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller hands over. */
export type Input<E extends Endpoint> = WithoutMissing<{
  params: Sent<E['params']>
  query: Sent<E['query']>
  body: Sent<E['body']>
}>

/** What a handler gets, after the shapes were checked. */
export type Checked<E extends Endpoint> = {
  params: Received<E['params']>
  query: Received<E['query']>
  body: Received<E['body']>
}

export type Reply<E extends Endpoint> = v.InferOutput<E['reply']>

/** Keeps the exact types of the shapes, so that client and server infer theirs from one place. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
