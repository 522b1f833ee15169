import { randomUUID } from 'node:crypto'
import { type Call, createClient } from '../../contract/calls/client.ts'
import { sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import type { Server } from '../../e2e/server.ts'
import type { Class, Member } from '../messages/crowd.ts'
import { MessageReader } from './reader.ts'

export type WrittenMessage = { key: string; by: string; learnerUid: string }
type Writer = { member: Member; turns: { to: string | number; learnerUid: string }[] }

/** Each learner writes to their mentor, each mentor to all their learners in turn. */
export function writersIn(classes: Class[]): Writer[] {
  return classes.flatMap(({ id, mentor, learners }) => [
    { member: mentor, turns: learners.map(({ uid }) => ({ to: uid, learnerUid: uid })) },
    ...learners.map(member => ({ member, turns: [{ to: id, learnerUid: member.uid }] })),
  ])
}

/** Sends messages one after the other, and adds each to `written` when the server has confirmed it. */
export async function writeAll(
  server: Server,
  { member, turns }: Writer,
  messages: number,
  written: WrittenMessage[],
): Promise<void> {
  const call = callOf(server, member)
  for (let index = 0; index < messages; index++) {
    const { to, learnerUid } = turns[index % turns.length] as Writer['turns'][number]
    const key = randomUUID()
    const body = { to, content: encodeText(`الرسالة ${index}`), type: 'disciple' as const }
    await call(sendMessage, { body }, { idempotencyKey: key })
    written.push({ key, by: member.uid, learnerUid })
  }
}

const HELD_S = 2

/** A reader, and the learners whose messages must reach this reader. */
export type Reading = { reader: MessageReader; learnerUids: string[] }

/** Everybody reads at both servers: by long poll at one, and by polling all the time at the other. */
export function readingsOf(classes: Class[], servers: [Server, Server]): Reading[] {
  const [away, cover] = classes.map(({ learners }) => learners.map(({ uid }) => uid)) as [string[], string[]]
  const [first, second] = classes as [Class, Class]
  const people = [
    { member: first.mentor, learnerUids: away },
    { member: second.mentor, learnerUids: [...away, ...cover] },
    ...classes.flatMap(({ learners }) => learners.map(member => ({ member, learnerUids: [member.uid] }))),
  ]
  return people.flatMap(({ member, learnerUids }, index) =>
    servers.map((server, serverIndex) => {
      const waitSeconds = (index + serverIndex) % 2 ? HELD_S : 0
      return { reader: new MessageReader(server.origin, member, waitSeconds), learnerUids }
    }),
  )
}

export function callOf({ origin }: Server, { idToken }: Member): Call {
  return createClient({ base: origin, token: async () => idToken })
}
