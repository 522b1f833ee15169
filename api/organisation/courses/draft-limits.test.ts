import { expect, test } from 'vitest'
import { publishCourse } from '../../../contract/organisation/course-versions.ts'
import { createCourse } from '../../../contract/organisation/courses.ts'
import { editDraft, getDraftText } from '../../../contract/organisation/drafts.ts'
import { type Change, EDITS_PER_HOUR, type Edit } from '../../../contract/organisation/edits.ts'
import { checkInvitationList } from '../../../contract/organisation/invitation-lists.ts'
import { blockPerson, unblockPerson } from '../../../contract/organisation/person-acts.ts'
import { searchEverything } from '../../../contract/organisation/search/search.ts'
import { chooseSister } from '../../../contract/organisation/sister/sister.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { HOUR, MINUTE } from '../../../contract/time.ts'
import { ensureAuthorId } from '../../courses/drafts/authors.ts'
import { DraftCourse } from '../../courses/drafts/draft-course.ts'
import { writtenCourse } from '../../courses/drafts/draft-store.ts'
import { rememberText } from '../../courses/drafts/known-texts.ts'
import { courseFolder } from '../../courses/testing.ts'
import { limitKey } from '../../http/limit-key.ts'
import { longestWork } from '../../http/queues/testing-own-time.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'
import { atDesk, startWithAuthors } from './testing.ts'

const params = { id: 'tea' }
const BAD_REQUEST = { status: 400, code: 'bad-request' }
const HAS_MISTAKES = { status: 409, code: 'courses/has-mistakes' }

onEachDatabase('Limits of a draft', start => {
  async function startWithTea(env: Record<string, string> = {}) {
    const cast = await startWithAuthors(start, env)
    await cast.server.importCourse(courseFolder())
    const desk = atDesk(cast.omar, 'tea')
    await desk.look()
    return { ...cast, desk }
  }

  test('nobody waits while a long lesson is read for an edit or a search, as after a restart of the server', async () => {
    const { server, omar, desk } = await startWithTea()
    const answers = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id, text: id, feedback: 'No' }))
    const pages = Array.from({ length: 499 }, (_, index) => ({
      id: `p${index}`,
      type: 'multichoice',
      textContent: 'Hi',
      options: { answers },
    }))
    const lesson = { id: 'tea-long', title: 'Long', pages }
    await desk.write({ op: 'insert', path: ['lessons'], value: lesson, after: null })
    const { texts } = await writtenCourse(server.services.db, 'tea')
    const heldBy = async (work: () => unknown) => {
      // Fills the memory for read texts, as if other courses were read since then.
      rememberText('x'.repeat(6_000_000), 'pages', undefined)
      const longest = longestWork()
      await work()
      return longest()
    }
    const reading = await heldBy(() => new DraftCourse(texts).lessons)
    const title: Change = { op: 'set', path: ['lessons', 'tea-long', 'title'], from: 'Long', to: 'Longer' }
    expect(await heldBy(() => desk.write(title)), 'an edit').toBeLessThan(reading / 2)
    const search = () => omar.call(searchEverything, { query: { q: 'Longer' } })
    expect(await heldBy(search), 'a search').toBeLessThan(reading / 2)
  })

  test('a lesson takes 500 pages and a course 100 lessons, and one more is refused with its reason', async () => {
    const { desk } = await startWithTea()
    const pagesOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `p${index}`, type: 'rich-text', textContent: 'Hi' }))
    const insert = (id: string, count: number): Change => {
      return { op: 'insert', path: ['lessons'], value: { id, title: id, pages: pagesOf(count) }, after: null }
    }
    const path = ['lessons', 'tea-long', 'pages']
    const page = (id: string): Change => {
      return { op: 'insert', path, value: { id, type: 'rich-text', textContent: 'Hi' }, after: null }
    }
    const lessons = Array.from({ length: 97 }, (_, index) => insert(`tea-l${index}`, 1))
    const move: Change = { op: 'move', path: ['lessons', 'tea-water', 'pages', 'why'], to: path, after: null }
    const { results } = await desk.write(
      ...[insert('tea-long', 499), page('last'), page('one-more'), move],
      ...lessons,
      insert('tea-one-more', 1),
    )
    expect(results.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      ...['done', 'done', 'too-large', 'too-large'],
      ...lessons.map(() => 'done'),
      'too-large',
    ])
    const draft = await desk.look()
    expect([draft.lessons.length, draft.lessons.find(({ key }) => key === 'tea-long')?.pages.length]).toEqual([
      100, 500,
    ])
    const water = draft.lessons.find(({ key }) => key === 'tea-water')
    expect(water?.pages.map(({ key }) => key)).toEqual(['start', 'why'])
  })

  test('a value of more levels than any field has is refused, and so is a text', async () => {
    const { omar, desk } = await startWithTea()
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    const path = ['course', 'description']
    for (const levels of [60, 500, 2000]) {
      await expect(desk.write({ op: 'set', path, to: nested(levels) })).rejects.toMatchObject(BAD_REQUEST)
      const value = { id: 'deep', title: 'Deep', pages: nested(levels) }
      const lesson = desk.write({ op: 'insert', path: ['lessons'], value, after: null })
      await expect(lesson).rejects.toMatchObject(BAD_REQUEST)
    }
    const { results } = await desk.write({ op: 'set', path, from: 'no', to: nested(5) })
    expect(results).toMatchObject([{ outcome: 'conflict' }])
    for (const levels of [60, 500, 5000]) {
      await replaceCourseText(omar, 'tea', `x: ${JSON.stringify(nested(levels))}`)
      expect((await desk.look()).unreadable).toBeDefined()
    }
  })

  test.each(['title: "A cup', 'title: &a [1]\nnote: *a', '- 1', `x: ${'['.repeat(60)}${']'.repeat(60)}`])(
    'a course that cannot be read is neither published nor copied: %j',
    async text => {
      const { omar } = await startWithTea()
      const title = { title: 'Coffee', language: 'ar' as const }
      const { id } = (await omar.call(createCourse, { body: title })).data
      await replaceCourseText(omar, id, text)
      const { revision } = await atDesk(omar, id).look()
      const copied = omar.call(createCourse, { body: { ...title, copyOf: id } })
      await expect(copied).rejects.toMatchObject(HAS_MISTAKES)
      const published = omar.call(publishCourse, { params: { id }, body: { to: 'beta', revision, version: null } })
      await expect(published).rejects.toMatchObject(HAS_MISTAKES)
      const paired = omar.call(chooseSister, { params, body: { sister: id } })
      await expect(paired).rejects.toMatchObject(HAS_MISTAKES)
    },
  )

  test('who may not send a large body is refused before the server reads it, and Omar sends one', async () => {
    const { server, omar, desk } = await startWithTea()
    const noura = await server.signIn('+971508888888')
    const send = async ({ path }: { path: string }, person?: Person) => {
      const headers = {
        'content-type': 'application/json',
        ...(person && { authorization: `Bearer ${person.idToken}` }),
      }
      const url = server.origin + path.replace(':id', 'tea')
      return (await fetch(url, { method: 'POST', headers, body: 'x'.repeat(100_000) })).status
    }
    // The body is not JSON. Only for Omar does the server read it, and notice that.
    expect([await send(editDraft), await send(editDraft, noura), await send(editDraft, omar)]).toEqual([401, 403, 400])
    expect([await send(checkInvitationList), await send(checkInvitationList, omar)]).toEqual([401, 403])
    const { count } = await server.services.db
      .selectFrom('limits')
      .select('count')
      .where('key', '=', limitKey({ name: 'team-write', of: { uid: omar.uid } }))
      .executeTakeFirstOrThrow()
    expect(count, 'a call is counted once').toBe(2)
    const edit = titled('x'.repeat(150), 'y'.repeat(150))
    const edits = Array.from({ length: 200 }, (_, index) => ({ ...edit, id: `long-edit-${index}` }))
    expect(JSON.stringify(edits).length).toBeGreaterThan(64 * 1024)
    const { revision: since } = await desk.look()
    const { results } = (await omar.call(editDraft, { params, body: { since, edits } })).data
    expect(results).toHaveLength(200)
  })

  test('after 5,000 edits in an hour the next one waits, and is done when it is sent again', async () => {
    const { server, omar, desk } = await startWithTea({ LIMIT_FACTOR: '1' })
    await addEdits(server, omar.uid, EDITS_PER_HOUR - 1)
    const [last, next] = [titled('Good tea', 'A cup of tea'), titled('Better tea', 'Good tea')]
    const since = (await desk.look()).revision
    await omar.call(editDraft, { params, body: { since, edits: [last] } })
    const refused = await omar.call(editDraft, { params, body: { since, edits: [next] } }).catch(error => error)
    expect(refused).toMatchObject({ status: 429, code: 'auth/too-many-requests' })
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(60)
    expect((await desk.look()).course.title).toBe('Good tea')
    server.clock.advance(2 * MINUTE)
    const { data } = await omar.call(editDraft, { params, body: { since, edits: [next] } })
    expect(data.results).toMatchObject([{ outcome: 'done' }])
    expect((await desk.look()).course.title).toBe('Better tea')
  })

  test('without the role of an author nothing is taken, and what was written meanwhile is sent once it is back', async () => {
    const { reem, omar, desk } = await startWithTea()
    const { revision: since } = await desk.look()
    const edit = titled('Good tea', 'A cup of tea')
    const send = () => omar.call(editDraft, { params, body: { since, edits: [edit] } })
    const person = { params: { uid: omar.uid } }
    await reem.call(setRoles, { ...person, body: { roles: [] } })
    await expect(send()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await reem.call(setRoles, { ...person, body: { roles: ['author'] } })
    expect((await send()).data.results).toMatchObject([{ outcome: 'done' }])
    expect((await desk.look()).course.title).toBe('Good tea')
  })

  test('somebody blocked in the middle is told so, and the same edit is done once they may sign in again', async () => {
    const { server, reem, omar, desk } = await startWithTea()
    const { revision: since } = await desk.look()
    const body = { since, edits: [titled('Good tea', 'A cup of tea')] }
    await reem.call(blockPerson, { params: { uid: omar.uid }, body: { reason: 'Two accounts' } })
    server.clock.advance(10_000)
    await expect(omar.call(editDraft, { params, body })).rejects.toMatchObject({
      status: 403,
      code: 'auth/login-blocked',
    })
    await reem.call(unblockPerson, { params: { uid: omar.uid } })
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { roles: ['author'] } })
    const again = await server.signIn(omar.phone)
    expect((await again.call(editDraft, { params, body })).data.results).toMatchObject([{ outcome: 'done' }])
  })
})

async function replaceCourseText(author: Person, id: string, to: string): Promise<void> {
  const name = 'course.yaml'
  const { digest: from } = (await author.call(getDraftText, { params: { id }, query: { name } })).data
  const { results } = await atDesk(author, id).write({ op: 'text', name, from, to })
  expect(results).toMatchObject([{ outcome: 'done' }])
}

function titled(to: string, from: string): Edit {
  return { id: `edit-${to}`, at: 1, change: { op: 'set', path: ['course', 'title'], from, to } }
}

/** Adds edits as if the author had made them 59 minutes ago. */
async function addEdits({ services: { db }, clock }: TestServer, uid: string, count: number): Promise<void> {
  const author_id = await db.transaction().execute(trx => ensureAuthorId(trx, uid))
  const shared = {
    course_id: 'tea',
    author_id,
    made_at: clock.now() - HOUR + MINUTE,
    written_at: 1,
    item: null,
    undo: null,
  }
  const rows = Array.from({ length: count }, (_, index) => {
    return { ...shared, id: `earlier-${index}`, revision: null, change: '{}', result: '{}' }
  })
  for (let from = 0; from < count; from += 500)
    await db
      .insertInto('draft_edits')
      .values(rows.slice(from, from + 500))
      .execute()
}
