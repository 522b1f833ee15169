import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type Change, type Draft, editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import { becomeFirstOwner, setRoles } from '../../../contract/organisation/team.ts'
import type { Start } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'

const PHONES = { reem: '+971505555555', omar: '+971506666666' }

/** Reem owns the place, Omar writes. */
export async function startWithAuthors(start: Start, env: Record<string, string> = {}) {
  const server = await start({ env: { LIMIT_FACTOR: '100', ...env } })
  const reem = await server.signIn(PHONES.reem)
  await reem.call(becomeFirstOwner, {})
  const omar = await server.signIn(PHONES.omar)
  await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['author'] } })
  return { server, reem, omar }
}

/** A browser of an author: it knows the draft as of its last look. */
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
    /** Has seen everything up to here. */
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
