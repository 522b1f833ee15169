import { uniquePhone } from '../../contract/account.ts'
import { createByEmail, signInByEmail } from '../../contract/sign-in/email.ts'
import { newPhone, personByPhone } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { Connection, type PreparedRequest } from '../connection.ts'
import { type Database, onEachDatabase } from '../databases.ts'
import { median, type Row } from '../table.ts'

const PHONES = 2000
/** Fewer than phones, because each request takes as long as a password hash. */
const EMAILS = 300
/** A smaller difference cannot be measured over a network. */
const BUDGET_MS = 5
const KNOWN_EMAIL = 'noura@example.org'

/** Whether the response time shows that an account exists. Asks for known and unknown accounts in turn. */
export function timing(): Promise<Row[]> {
  return onEachDatabase(timingOn)
}

async function timingOn({ name, settings }: Database): Promise<Row[]> {
  const server = new Server({ ...settings, LIMIT_FACTOR: '1000000', ENUMERATION_PROTECTION: '1' })
  await server.start()
  const connection = await Connection.open(server.origin)
  try {
    const noura = await personByPhone(server)
    await connection.ask(post(createByEmail.path, { email: KNOWN_EMAIL, password: 'a horse, 1 battery' }))
    const phones = { known: askPhone(noura.phone), unknown: () => askPhone(newPhone()) }
    let strangers = 0
    const emails = {
      known: askEmail(KNOWN_EMAIL),
      unknown: () => askEmail(`nobody${strangers++}@example.org`),
    }
    return [
      rowOf(`phone apart, ${name}`, await apart(connection, PHONES, phones)),
      rowOf(`e-mail apart, ${name}`, await apart(connection, EMAILS, emails)),
    ]
  } finally {
    connection.close()
    await server.remove()
  }
}

function rowOf(what: string, value: number): Row {
  return { name: `timing: known and unknown ${what}`, value, unit: 'ms', atMost: BUDGET_MS }
}

/** The difference of the medians in ms. */
async function apart(
  connection: Connection,
  questions: number,
  { known, unknown }: { known: PreparedRequest; unknown: () => PreparedRequest },
): Promise<number> {
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let count = 0; count < questions; count++) {
    took.known.push(await timeOf(connection, known))
    took.unknown.push(await timeOf(connection, unknown()))
  }
  return Math.abs(median(took.known) - median(took.unknown))
}

async function timeOf(connection: Connection, ask: PreparedRequest): Promise<number> {
  const begun = performance.now()
  const { status } = await connection.ask(ask)
  if (status !== 200 && status !== 400) throw new Error(`${ask.path} answered ${status}`)
  return performance.now() - begun
}

function askPhone(phone: string): PreparedRequest {
  return { method: 'GET', path: `${uniquePhone.path}?phone=${encodeURIComponent(phone)}`, headers: {} }
}

/** Uses a wrong password, because a right one causes more work. */
function askEmail(email: string): PreparedRequest {
  return post(signInByEmail.path, { email, password: 'not the password 1' })
}

function post(path: string, body: object): PreparedRequest {
  return { method: 'POST', path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
