import { getUpdates, listMessages, type Message, saveVoice, sendMessage } from '../../contract/messages.ts'
import { decodeText, encodeText } from '../../contract/text/encoded-text.ts'
import { insertMentor } from '../mentors/mentors.ts'
import type { Start, TestServer } from '../testing.ts'
import { type EmailPerson, newPhone, type Person } from '../testing-people.ts'

export type Cast = { server: TestServer; salma: Person; noura: Person; yousef: Person; mentorId: number }

export const PHONES = {
  salma: '+971501111111',
  huda: '+971502222222',
  noura: '+971503333333',
  yousef: '+971504444444',
}

/** Salma mentors, Noura and Yousef learn. */
export async function startWithAll(start: Start, env: Record<string, string> = {}): Promise<Cast> {
  return castOn(await start({ env: { LIMIT_FACTOR: '100', ...env } }), PHONES)
}

/** A server for `castOn`. */
export function startForAll(start: Start): Promise<TestServer> {
  return start({ isForAll: true, env: { LIMIT_FACTOR: '100' } })
}

/** A Salma, a Noura and a Yousef that only one test has. */
export async function castOn(
  server: TestServer,
  phones = { salma: newPhone(), noura: newPhone(), yousef: newPhone() },
): Promise<Cast> {
  const { id: mentorId } = await addMentor(server, 'Salma Haddad', phones.salma)
  const [salma, noura, yousef] = [
    await server.signIn(phones.salma),
    await server.signIn(phones.noura, { responderId: mentorId }),
    await server.signIn(phones.yousef, { responderId: mentorId }),
  ]
  return { server, salma, noura, yousef, mentorId }
}

/** Huda, another mentor. */
export async function hudaOn(server: TestServer): Promise<{ huda: Person; hudaId: number }> {
  const phone = newPhone()
  const { id: hudaId } = await addMentor(server, 'Huda Kamel', phone)
  return { huda: await server.signIn(phone), hudaId }
}

export function addMentor({ services }: TestServer, name: string, phoneNumber: string) {
  return insertMentor(services.db, { name, phoneNumber }, services.now())
}

type Anybody = Person | EmailPerson

type Extra = { key?: string; about?: { lessonId: string; pageId: string }; voice?: string }

export async function send(
  who: Anybody,
  to: string | number,
  text: string,
  { key, ...extra }: Extra = {},
): Promise<Message> {
  const body = { to, content: encodeText(text), type: 'disciple' as const, ...extra }
  const { data } = await who.call(sendMessage, { body }, key ? { idempotencyKey: key } : {})
  return data
}

export async function updates(who: Anybody, query: { since?: string; state?: string } = {}, wait?: number) {
  const headers: Record<string, string> = wait === undefined ? {} : { Prefer: `wait=${wait}` }
  const { data } = await who.call(getUpdates, { query: { noUnassigned: 'true', ...query } }, { headers })
  return data
}

export async function history(who: Anybody, query: { with?: string; before?: string } = {}): Promise<Message[]> {
  return (await who.call(listMessages, { query })).data
}

export function textsOf(messages: readonly Message[]): string[] {
  return messages.map(({ content }) => decodeText(content))
}

/** Sends a voice note as the recorder does. */
export async function sayVoice(origin: string, who: Person, file: Uint8Array, key?: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], 'voice.mp3', { type: 'audio/mpeg' }))
  const headers = { Authorization: `Bearer ${who.idToken}`, ...(key ? { 'Idempotency-Key': key } : {}) }
  const response = await fetch(origin + saveVoice.path, { method: 'POST', headers, body: form })
  const answer = await response.json()
  if (!answer.success) throw new Error(answer.error.code)
  return answer.data.voice
}
