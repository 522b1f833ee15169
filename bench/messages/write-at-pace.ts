import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '../../contract/messages.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { Connection } from '../connection.ts'
import type { Class, Member } from './crowd.ts'

export type WriteLoad = { sendTo: string; waitAt: string; classes: Class[]; perSecond: number; seconds: number }

type Message = { from: Member; to: string | number; receiver: string }

const TEXT = encodeText('هل يكفي الماء النظيف لتنظيف الجرح، أم يلزم مطهّر؟')

/** Writes at the pace of many independent people, whether responses come or not. */
export async function writeAtPace(
  { sendTo, classes, perSecond, seconds }: WriteLoad,
  onSend: (key: string, receiver: string) => void,
): Promise<void> {
  const messages = messagesOf(classes)
  const idle: Connection[] = []
  const underway = new Set<Promise<void>>()
  const post = async ({ from, to, receiver }: Message) => {
    const connection = idle.pop() ?? (await Connection.open(sendTo))
    const key = randomUUID()
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${from.idToken}`,
      'Idempotency-Key': key,
    }
    onSend(key, receiver)
    const body = JSON.stringify({ to, content: TEXT, type: 'disciple' })
    const { status } = await connection.ask({ method: 'POST', path: sendMessage.path, headers, body })
    if (status !== 200) throw new Error(`A message was answered ${status}`)
    idle.push(connection)
  }
  const startedAt = performance.now()
  let dueMs = 0
  for (let count = 0; dueMs < seconds * 1000; count++) {
    dueMs += (-Math.log(1 - Math.random()) * 1000) / perSecond
    await sleep(Math.max(0, startedAt + dueMs - performance.now()))
    const sending = post(messages[count % messages.length] as Message).finally(() => underway.delete(sending))
    underway.add(sending)
  }
  await Promise.all(underway)
  for (const connection of idle) connection.close()
}

/** Each learner writes to their mentor and each mentor to each learner, mentor by mentor in turn. */
function messagesOf(classes: Class[]): Message[] {
  const rounds = Math.max(...classes.map(({ learners }) => learners.length))
  return Array.from({ length: rounds }, (_, index) =>
    classes.flatMap(({ id, mentor, learners }): Message[] => {
      const learner = learners[index]
      if (!learner) return []
      return [
        { from: learner, to: id, receiver: mentor.uid },
        { from: mentor, to: learner.uid, receiver: learner.uid },
      ]
    }),
  ).flat()
}
