import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { namedCalls, namedShapes } from '../../contract/all-calls.ts'
import type { Endpoint, RequestHeader } from '../../contract/calls/endpoint.ts'
import { errorCodes } from '../../contract/calls/error-codes.ts'
import { fileTypes } from '../../contract/organisation/reports/file-formats.ts'
import { VERSION } from '../../contract/version.ts'
import { type Json, OTHER_ROUTES } from './other-routes.ts'

type Call = { name: string; group: string; endpoint: Endpoint }
export type Registered = { method: string; url: string }

/** OpenAPI 3.1. A call that the settings switched off is not in it. */
export function describeCalls(registered: readonly Registered[]): Json {
  const isThere = (method: string, url: string) => registered.some(one => one.method === method && one.url === url)
  const calls = namedCalls.filter(({ endpoint }) => isThere(endpoint.method, endpoint.path))
  const { schemas, replies } = schemasOf(calls)
  const others = Object.entries(OTHER_ROUTES).filter(([path]) => isThere('GET', path))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Step by Step',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description: ABOUT,
    },
    tags: [...new Set(calls.map(({ group }) => group))].map(name => ({ name })),
    paths: pathsOf([
      ...calls.map(call => ({ ...call.endpoint, operation: operationOf(call, replies[call.name]) })),
      ...others.map(([path, operation]) => ({ method: 'GET', path, operation })),
    ]),
    components: {
      schemas,
      responses: { Error: ERROR },
      securitySchemes: { person: { type: 'http', scheme: 'bearer' }, metrics: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const ABOUT = `Each error has the one shape ErrorBody. A 429 and a 503 say in Retry-After when another try makes sense; the limits are in docs/limits.md. Unknown fields of a request are ignored. A call that lists Idempotency-Key may be sent again with the same key and body: it stores once and replies the same. Later versions may add fields to replies.`

/** Rules of the contract that JSON Schema has no words for: the server still checks them. */
const CHECKED_BY_SERVER = ['check', 'trim']

const REQUEST: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: CHECKED_BY_SERVER,
}
const REPLY: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  ignoreActions: CHECKED_BY_SERVER,
  definitions: namedShapes,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // The options of a page belong to its type, and each type has its own (docs/course-format.md).
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? { type: 'object' } : undefined),
}

/** Converts all calls at once: one at a time would convert the shared shapes each time, and hold up other requests. */
function schemasOf(calls: readonly Call[]): { schemas: Json; replies: Record<string, unknown> } {
  const own = calls.filter(({ endpoint }) => !Object.values(namedShapes).includes(endpoint.reply))
  const keyOf = ({ name }: Call) => `reply of ${name}`
  const definitions = { ...namedShapes, ...Object.fromEntries(own.map(call => [keyOf(call), call.endpoint.reply])) }
  const all: Record<string, unknown> = toJsonSchemaDefs(definitions, REPLY)
  const isReply = new Set(own.map(keyOf))
  return {
    schemas: Object.fromEntries(Object.entries(all).filter(([name]) => !isReply.has(name))),
    replies: Object.fromEntries(calls.map(call => [call.name, all[keyOf(call)] ?? replySchema(call.endpoint)])),
  }
}

/** The schema of a reply; shared shapes are references into the components. */
export function replySchema({ reply }: Endpoint): Json {
  const { $defs: _, $schema: __, ...schema } = toJsonSchema(reply, REPLY)
  return schema
}

function requestSchema(shape: v.GenericSchema): Json {
  const { $schema: _, ...schema } = toJsonSchema(shape, REQUEST)
  return schema
}

function operationOf({ name, group, endpoint }: Call, reply: unknown): Json {
  const { path, params, query, headers = [], signedIn, roles, reach } = endpoint
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const parameters = [
    ...inPath.map(name => ({ name, in: 'path', required: true, schema: fieldsOf(params)[name] ?? { type: 'string' } })),
    ...Object.entries(fieldsOf(query)).map(([name, schema]) => ({ name, in: 'query', schema })),
    ...headers.map(name => ({ name, in: 'header', ...HEADERS[name] })),
  ]
  return {
    operationId: name,
    tags: [group],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint),
    responses: { ...repliesOf(endpoint, reply), default: { $ref: '#/components/responses/Error' } },
    security: signedIn ? [{ person: [] }] : [],
    ...(roles ? { 'x-roles': roles } : {}),
    ...(reach ? { 'x-reach': reach } : {}),
  }
}

function fieldsOf(shape: v.GenericSchema | undefined): Record<string, unknown> {
  return shape ? ((requestSchema(shape).properties ?? {}) as Record<string, unknown>) : {}
}

function bodyOf({ body, form }: Endpoint): Json {
  if (form) {
    const properties = Object.fromEntries(form.map(name => [name, { type: 'string' }]))
    const schema = { type: 'object', properties, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body
    ? { requestBody: { required: true, content: { 'application/json': { schema: requestSchema(body) } } } }
    : {}
}

function repliesOf({ file, headers, query }: Endpoint, reply: unknown): Json {
  const tables = 'format' in fieldsOf(query) ? Object.values(fileTypes).map(type => [type, {}]) : []
  const content = file ? { [file]: {} } : { 'application/json': { schema: reply }, ...Object.fromEntries(tables) }
  const done = { 200: { description: 'Done', content } }
  return headers?.includes('Prefer') ? { ...done, 204: { description: 'No news' } } : done
}

const HEADERS: Record<RequestHeader, Json> = {
  'Idempotency-Key': {
    description: 'The same key and body store once and reply the same. The same key with another body is a 422.',
    schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  },
  Prefer: {
    description: 'wait=25 waits for news; with return=minimal and a state, a reply without news is a 204.',
    schema: { type: 'string' },
  },
  'X-Bot-Check': { description: 'A solved challenge: more replies an hour.', schema: { type: 'string' } },
  'X-Merge-Proof': {
    description: 'A token of the account that is merged.',
    required: true,
    schema: { type: 'string' },
  },
}

const ERROR = {
  description: Object.entries(errorCodes)
    .map(([code, [status, message]]) => `${status} ${code}: ${message}`)
    .join('\n'),
  headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
}

type Described = { method: string; path: string; operation: Json }

function pathsOf(all: readonly Described[]): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const { method, path, operation } of all) {
    const template = path.replace(/:(\w+)/g, '{$1}').replace('*', '{filename}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  return paths
}
