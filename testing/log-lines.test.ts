import { expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'
import { callsIn, lastName, type Node, nodesIn, parsed } from './syntax.ts'

/** The fields of log lines. No field holds what a person wrote, or how they can be reached. */
const FIELDS = ['code', 'error', 'ipAddress', 'printed', 'signal', 'uid', 'worker']

/** Names of values that are about a person. A log line names a person by `uid` only. */
const PERSONAL = /phone|mail|password|token|^(name|displayName|to|recipient|text|content|answer|note|body|draft)$/i

/** Known exceptions, with their reasons. */
const exceptions: Record<string, string> = {
  'api/main.ts logs name': 'The name of an error.',
  'api/mentors/mentors.ts logs name': 'Only a command throws it. A call of the browser looks beforehand.',
  'api/mentors/mentors.ts logs phoneNumber': 'As above.',
  'api/senders/smtp.ts logs text': 'A sentence of ours, with the code of the mail server.',
}

test('no log line, and no error that may end in one, has words, a name, a phone number or an e-mail address of a person', () => {
  const product = sources().filter(({ file }) => /^api\/(?!commands\/)/.test(file) && !isTest(file))
  const logging = product.filter(({ text }) => LOGS.test(text) || THROWS.test(text))
  expect(logging.length).toBeGreaterThan(8)
  const found = logging.flatMap(personalIn)
  const advice =
    'operators and their helpers read the log: name the person by uid, or say nothing; a new field that is about no ' +
    'person goes into FIELDS above'
  expect(
    found.filter(line => !(line in exceptions)),
    advice,
  ).toEqual([])
  const unneeded = Object.keys(exceptions).filter(exception => !found.includes(exception))
  expect(unneeded, 'take these out of exceptions above: nothing needs them').toEqual([])
})

test.each([
  ["log.warn({ phoneNumber }, 'no text was sent')", ['phoneNumber']],
  ["deps.log.info({ error: person.email }, 'mail failed')", ['email']],
  ["request.log.error('no text was sent to ' + phone)", ['phone']],
  ["log.debug({ words: message.text }, 'a message')", ['words', 'text']],
  ["throw new Error('nobody has ' + email)", ['email']],
  ['console.log(user.displayName)', ['displayName']],
])('%s is found', (text, names) => {
  expect(personalIn({ file: 'api/x.ts', text })).toEqual(names.map(name => `api/x.ts logs ${name}`))
})

test.each([
  "log.warn({ uid, error: error.message }, 'no text was sent')",
  "log.fatal({ error: { message: error.message, stack: error.stack } }, 'a bug')",
  'trx.log.mark({ phone })',
  "throw new ApiError('not-found', { message: name })",
])('%s may be', text => {
  expect(personalIn({ file: 'api/x.ts', text })).toEqual([])
})

const THROWS = /\bnew Error\(/
const LOGS = /\b(log|console)\.(trace|debug|info|warn|error|fatal|log)\(/

function personalIn({ file, text }: Source): string[] {
  const calls = callsIn(parsed(text))
  const lines = calls.filter(({ node }) => LOGS.test(`${calleeOf(node)}(`)).map(({ given }) => given)
  const errors = calls.filter(({ name, node }) => name === 'Error' && node.type === 'NewExpression')
  const names = [
    ...lines.flatMap(line => line.flatMap(unknownFields)),
    ...nodesIn([...lines, ...errors.map(({ given }) => given)]).flatMap(personalName),
  ]
  return [...new Set(names)].map(name => `${file} logs ${name}`)
}

function calleeOf({ callee }: Node): string {
  const { object, property } = callee as { object?: Node; property?: Node }
  return object && property ? `${lastName(object)}.${lastName(property)}` : ''
}

function unknownFields({ type, properties }: Node): string[] {
  if (type !== 'ObjectExpression') return []
  const keys = (properties as Node[]).flatMap(({ key }) => (key ? lastName(key) : []))
  return keys.filter(key => !FIELDS.includes(key))
}

function personalName({ type, name }: Node): string[] {
  return type === 'Identifier' && PERSONAL.test(String(name)) ? [String(name)] : []
}
