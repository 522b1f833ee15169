import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { rollBackCourse } from '../../contract/organisation/course-versions.ts'
import { editDraft, listDraftChanges } from '../../contract/organisation/drafts.ts'
import { getAuditLog } from '../../contract/organisation/log/audit-log.ts'
import { changeMentor, listMentors } from '../../contract/organisation/mentors.ts'
import { castOn } from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'
import { startWithTeaForAll } from './courses/testing.ts'

const REFUSED = { status: 400, code: 'bad-request' }
const TOO_LARGE = [2 ** 53, 2 ** 63, 1e300]

onEachDatabase('a number that no row can have', start => {
  let server: TestServer
  let reem: Person
  let omar: Person

  beforeAll(async () => {
    ;({ server, reem, omar } = await startWithTeaForAll(start))
  })

  test('is refused as the time of an edit, and the draft can still be read', async () => {
    const edited = (at: number, since = 0) => {
      const change = { op: 'set' as const, path: ['course', 'title'], from: 'another', to: String(at) }
      return omar.call(editDraft, {
        params: { id: 'tea' },
        body: { since, edits: [{ id: randomUUID(), at, change }] },
      })
    }
    for (const at of [1.5, ...TOO_LARGE]) await expect(edited(at), String(at)).rejects.toMatchObject(REFUSED)
    for (const since of TOO_LARGE) await expect(edited(1, since), String(since)).rejects.toMatchObject(REFUSED)
    await edited(8_640_000_000_000_000)
    await omar.call(listDraftChanges, { params: { id: 'tea' }, query: { since: '0' } })
  })

  test('is refused as the number of a version', async () => {
    for (const to of [1.5, 2 ** 31, ...TOO_LARGE]) {
      const rolled = omar.call(rollBackCourse, { params: { id: 'tea' }, body: { to, version: 1 } })
      await expect(rolled, String(to)).rejects.toMatchObject(REFUSED)
    }
  })

  test('is refused as the end of an absence, and every mentor can still be read', async () => {
    const { mentorId } = await castOn(server)
    for (const until of TOO_LARGE) {
      const body = { away: { until, coverId: null } }
      const changed = reem.call(changeMentor, { params: { id: String(mentorId) }, body })
      await expect(changed, String(until)).rejects.toMatchObject(REFUSED)
    }
    expect((await reem.call(listMentors, {})).data).toContainEqual(expect.objectContaining({ id: mentorId }))
  })

  test('is refused as a place in the audit log', async () => {
    for (const digits of [17, 30, 400])
      for (const name of ['before', 'from', 'to']) {
        const found = reem.call(getAuditLog, { query: { [name]: '9'.repeat(digits) } })
        await expect(found, `${name}, ${digits} digits`).rejects.toMatchObject(REFUSED)
      }
    await reem.call(getAuditLog, { query: { before: '9'.repeat(16) } })
  })
})
