import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { allCalls } from '../../contract/all-calls.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { describeCalls, replySchema } from './openapi.ts'

/** Fails a request of a test whose reply is not as described: every test of a call checks the description, too. */
export function checkReplies(app: FastifyInstance): void {
  app.addHook('preSerialization', async ({ method, routeOptions }, reply, payload) => {
    const call = allCalls.find(one => one.method === method && one.path === routeOptions.url)
    if (call && reply.statusCode === 200) expectDescribed(call, payload)
    return payload
  })
}

const validators = new Map<Endpoint, ValidateFunction>()

/** Throws for a reply that is not as described, and for a field that the description does not have. */
export function expectDescribed(call: Endpoint, reply: unknown): void {
  const validate = validators.get(call) ?? ajv().compile(closed(replySchema(call)))
  validators.set(call, validate)
  // As it will be sent: without the fields that are undefined.
  if (validate(JSON.parse(JSON.stringify(reply)))) return
  const [error] = validate.errors ?? []
  throw new Error(`${call.path} replied ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`)
}

let shared: Ajv2020 | undefined

function ajv(): Ajv2020 {
  if (shared) return shared
  shared = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': /^\d{4}-/, uri: /^\w+:/ } })
  shared.addVocabulary(['components'])
  const { components } = closed(describeCalls([]))
  shared.addSchema({ $id: 'https://described/', components })
  return shared
}

/** Makes a schema refuse fields that it does not name. The description itself allows them, for later versions. */
function closed<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(closed) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([name, value]) => [
    name,
    name === '$ref' ? absolute(value) : closed(value),
  ])
  const copy = Object.fromEntries(entries)
  const isOpen = 'additionalProperties' in copy || Object.keys(copy.properties ?? {}).length === 0
  return isOpen ? copy : { ...copy, additionalProperties: false }
}

function absolute(reference: string): string {
  return reference.replace(/^#/, 'https://described/#')
}
