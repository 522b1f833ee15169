import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOfOriginal } from '../../../api/courses/files/originals.ts'
import { formOf, LESSON, mp3, PAGE } from '../../../api/media/testing.ts'
import { changeName, saveUser } from '../../../contract/account.ts'
import { createClient } from '../../../contract/calls/client.ts'
import { listCourses } from '../../../contract/courses.ts'
import { logPage } from '../../../contract/lessons.ts'
import { recordingName, saveAudio } from '../../../contract/media.ts'
import { sendMessage } from '../../../contract/messages.ts'
import { publishCourse } from '../../../contract/organisation/course-versions.ts'
import { editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Change } from '../../../contract/organisation/edits.ts'
import { uploadCaptions } from '../../../contract/organisation/media/author-files.ts'
import { becomeFirstOwner } from '../../../contract/organisation/team.ts'
import { encodeText } from '../../../contract/text/encoded-text.ts'
import type { Server } from '../../../e2e/server.ts'
import type { Class, Member } from '../../messages/crowd.ts'
import { type ConfirmedRecording, headersOf, isHeard } from '../outages-recordings.ts'
import { MessageReader } from '../reader.ts'

/** One kind of thing that a person does again and again. */
export type Hand = {
  /** Resolves when the server has confirmed the value. Rejects otherwise: the value may be stored or not. */
  write: (value: string) => Promise<unknown>
  /** Returns those of the values that are stored. */
  find: (values: readonly string[]) => Promise<string[]>
  /** A value replaces the one before it. */
  isOneValue: boolean
}

/** The course of `LESSON`. */
const COURSE = 'first-aid-en'

/** Learners write, answer, change their names and speak; an owner brings captions, and publishes a course. */
export async function handsOf(server: Server, { id, mentor, learners }: Class): Promise<Hand[]> {
  const { origin } = server
  const [owner, ...others] = learners as [Member, ...Member[]]
  await callOf(origin, owner)(becomeFirstOwner, { body: {} })
  const each = [messageTo(id, mentor), answer, name, recording]
  const ofLearners = others.map((learner, index) => (each[index % each.length] as typeof answer)(origin, learner))
  return [...ofLearners, captions(server, owner), publishing(origin, owner)]
}

function callOf(origin: string, { idToken }: Member) {
  return createClient({ base: origin, token: async () => idToken })
}

function messageTo(to: number, mentor: Member) {
  return (origin: string, learner: Member): Hand => ({
    isOneValue: false,
    write: value =>
      callOf(origin, learner)(
        sendMessage,
        { body: { to, content: encodeText(`رسالة ${value}`), type: 'disciple' } },
        { idempotencyKey: value },
      ),
    async find(values) {
      const reader = new MessageReader(origin, mentor)
      await reader.readOn()
      const read = new Set(reader.read.map(({ key }) => key))
      return values.filter(value => read.has(value))
    },
  })
}

function answer(origin: string, learner: Member): Hand {
  const call = callOf(origin, learner)
  const { id: pageId, number: pageNumber } = PAGE
  return {
    isOneValue: true,
    write: value =>
      call(
        logPage,
        { params: { lessonId: LESSON }, body: { userId: learner.uid, pageId, pageNumber, answer: value } },
        { idempotencyKey: value },
      ),
    async find() {
      const { data } = await call(saveUser, { params: { uid: learner.uid }, body: {} })
      return [data.userLessonData[LESSON]?.answers[pageId] ?? []].flat()
    },
  }
}

function name(origin: string, learner: Member): Hand {
  const call = callOf(origin, learner)
  return {
    isOneValue: true,
    write: value => call(changeName, { body: { name: value } }),
    async find() {
      const { data } = await call(saveUser, { params: { uid: learner.uid }, body: {} })
      return [data.user.displayName ?? '']
    },
  }
}

function recording(origin: string, member: Member): Hand {
  const confirmed = new Map<string, ConfirmedRecording>()
  return {
    isOneValue: false,
    async write(value) {
      const file = mp3(1, Math.floor(Math.random() * 256))
      const recordedAt = Date.now()
      const wanted = recordingName({ uid: member.uid, lessonId: LESSON, pageNumber: PAGE.number, recordedAt })
      const headers = { ...headersOf(member), 'Idempotency-Key': value }
      const body = formOf(file, wanted, PAGE.id)
      const { data } = await replyOf(await fetch(origin + saveAudio.path, { method: 'POST', headers, body }))
      confirmed.set(value, { member, filename: data.filename, digest: digestOf(file, 'base64') })
    },
    async find(values) {
      const heard = await Promise.all(values.map(value => isHeard(origin, confirmed.get(value) as ConfirmedRecording)))
      return values.filter((_, index) => heard[index])
    },
  }
}

function captions(server: Server, author: Member): Hand {
  const textOf = (value: string) => Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${value}\n`)
  return {
    isOneValue: false,
    async write(value) {
      const path = uploadCaptions.path.replace(':id', COURSE)
      const headers = { ...headersOf(author), 'Content-Type': 'text/vtt' }
      await replyOf(await fetch(server.origin + path, { method: 'POST', headers, body: textOf(value) }))
    },
    // No draft names the captions, so no call returns them. Their file is read instead.
    find: async values =>
      values.filter(value => {
        const file = pathOfOriginal(join(server.dataDir, 'media'), digestOf(textOf(value), 'hex'))
        return existsSync(file) && readFileSync(file).equals(textOf(value))
      }),
  }
}

/** Gives a course a new title and publishes it. */
function publishing(origin: string, author: Member): Hand {
  const call = callOf(origin, author)
  const params = { id: COURSE }
  return {
    isOneValue: true,
    async write(value) {
      const { data: draft } = await call(getDraft, { params })
      const change: Change = { op: 'set', path: ['course', 'title'], from: draft.course.title, to: value }
      const edits = [{ id: randomUUID(), at: Date.now(), change }]
      const { data } = await call(editDraft, { params, body: { since: draft.revision, edits } })
      const body = { to: 'everybody', revision: data.revision, version: draft.version } as const
      await call(publishCourse, { params, body }, { idempotencyKey: value })
    },
    async find() {
      const { data } = await call(listCourses, { query: {} })
      return data.filter(({ id }) => id === COURSE).map(({ title }) => title)
    },
  }
}

async function replyOf(response: Response): Promise<{ data: { filename: string } }> {
  const reply = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(reply)}`)
  return reply
}

function digestOf(bytes: Buffer, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(bytes).digest(encoding)
}
