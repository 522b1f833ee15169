import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { ZipFile } from 'yazl'
import type { CourseImport } from '../../../contract/organisation/course-files.ts'
import { type Draft, editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Change } from '../../../contract/organisation/edits.ts'
import { becomeFirstOwner, setRoles } from '../../../contract/organisation/team.ts'
import { courseFolder } from '../../courses/testing.ts'
import type { Start, TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'

const PHONES = { reem: '+971505555555', omar: '+971506666666' }

/** A server with Reem as the owner and Omar as an author. */
export async function startWithAuthors(start: Start, env: Record<string, string> = {}, { isForAll = false } = {}) {
  const server = await start({ isForAll, env: { LIMIT_FACTOR: '100', ...env } })
  const reem = await server.signIn(PHONES.reem)
  await reem.call(becomeFirstOwner, { body: {} })
  const omar = await server.signIn(PHONES.omar)
  await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['author'] } })
  return { server, reem, omar }
}

/** A server for all tests of a suite, with the course `tea`. */
export async function startWithTeaForAll(start: Start) {
  const authors = await startWithAuthors(start, {}, { isForAll: true })
  const removals: (() => Promise<void>)[] = []
  await authors.server.importCourse(courseFolder({}, remove => removals.push(remove)))
  for (const remove of removals) await remove()
  return authors
}

/** A browser of an author. It knows the draft as it was when the author last looked. */
export function atDesk(person: Person, id: string) {
  let since = 0
  return {
    async look(): Promise<Draft> {
      const { data } = await person.call(getDraft, { params: { id } })
      since = data.revision
      return data
    },
    async write(...changes: Change[]) {
      const edits = changes.map(change => ({ id: randomUUID(), at: 1, change }))
      const { data } = await person.call(editDraft, { params: { id }, body: { since, edits } })
      return { ...data, ids: edits.map(edit => edit.id) }
    },
    /** From now on, the author has seen everything up to this revision. */
    seen: (revision: number) => {
      since = revision
    },
  }
}

export async function zipped(files: Record<string, string | Buffer>, mode = 0o100644): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mode })
  zip.end()
  return buffer(zip.outputStream)
}

export async function post(
  { origin }: TestServer,
  { idToken }: Person,
  zip: Buffer,
  language = 'en',
): Promise<Response> {
  const headers = { authorization: `Bearer ${idToken}`, 'content-type': 'application/zip' }
  return fetch(`${origin}/org/v1/imports?language=${language}`, { method: 'POST', headers, body: new Uint8Array(zip) })
}

/** Sends a file as the import page does. */
export async function upload(server: TestServer, person: Person, zip: Buffer, language = 'en'): Promise<CourseImport> {
  const reply = await post(server, person, zip, language)
  const { data } = (await reply.json()) as { data: CourseImport }
  expect(reply.status).toBe(200)
  return data
}

export function pathsIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return all.filter(name => statSync(join(folder, name)).isFile())
}

export async function zipFrom(folder: string): Promise<Buffer> {
  return zipped(
    Object.fromEntries(pathsIn(folder).map(name => [`my-course/${name}`, readFileSync(join(folder, name))])),
  )
}
