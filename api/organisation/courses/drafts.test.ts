import { expect, test } from 'vitest'
import { createClient } from '../../../contract/calls/client.ts'
import { checkDraft } from '../../../contract/organisation/checking/findings.ts'
import { createCourse, listOrgCourses } from '../../../contract/organisation/courses.ts'
import { editDraft, getDraft, listDraftChanges, settleConflict } from '../../../contract/organisation/drafts.ts'
import type { Change } from '../../../contract/organisation/edits.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { courseFolder } from '../../courses/testing.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'
import { atDesk, startWithAuthors } from './testing.ts'

const ID = 'tea'
const WHY = ['lessons', 'tea-water', 'pages', 'why']
const text = (page: string[]) => [...page, 'textContent']
const COMMENTED = `# The water comes first.
id: tea-water
title: The water   # short
pages:
  - id: start
    type: rich-text
    textContent: |
      # Fresh water
      ![A kettle](kettle.png)

  # Asked since the first edition.
  - id: why
    type: text-response
    textContent: Why fresh?

  - { id: how, type: rich-text, textContent: "How hot?" }
`

onEachDatabase('Drafts', start => {
  async function startWithTea() {
    const cast = await startWithAuthors(start)
    await cast.server.importCourse(courseFolder({ 'lessons/01-water.yaml': COMMENTED }))
    return { ...cast, reem: atDesk(cast.reem, ID), omar: atDesk(cast.omar, ID), people: cast }
  }

  test('Omar writes a course from nothing, and it stands on the list as a draft with its mistakes', async () => {
    const { omar, reem } = await startWithAuthors(start)
    const body = { title: 'Better sleep', language: 'en' } as const
    const { data } = await omar.call(createCourse, { body })
    expect(data.id).toBe('better-sleep')
    const arabic = await omar.call(createCourse, { body: { title: 'نوم أفضل', language: 'ar' } })
    expect(arabic.data.id).toMatch(/^course-[0-9a-f]{8}$/)
    const desk = atDesk(omar, data.id)
    await desk.look()
    const options = { answers: [{ id: 'one', text: 'One' }] }
    const page = { id: 'when', type: 'multichoice', textContent: '# When?\n', options }
    const pages = ['lessons', 'better-sleep-1', 'pages']
    const { results } = await desk.write(
      { op: 'insert', path: pages, value: page, after: 'start' },
      { op: 'set', path: ['course', 'description'], from: '', to: 'Nights.' },
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    const draft = await desk.look()
    expect(draft.course).toMatchObject({ title: 'Better sleep', description: 'Nights.' })
    expect(draft.lessons[0]?.pages[1]).toEqual({ key: 'when', fields: page })
    const { data: found } = await omar.call(checkDraft, { params: { id: data.id }, query: {} })
    expect(found.findings).toMatchObject([
      { isMistake: false, path: [...pages, 'start'] },
      { isMistake: true, path: [...pages, 'when', 'options', 'answers'], message: 'needs at least 2' },
    ])
    const { courses } = (await reem.call(listOrgCourses, {})).data
    expect(
      courses.map(({ title, state, pageCount, version, draft }) => [title, state, pageCount, version, draft?.mistakes]),
    ).toEqual([
      ['Better sleep', 'draft', 2, null, 1],
      ['نوم أفضل', 'draft', 1, null, 0],
    ])
    // There are no beta users.
    expect((await omar.call(listOrgCourses, {})).data.betaPeople).toBe(0)
  })

  test('one edit changes one field of the file: comments and line breaks stay as their author wrote them', async () => {
    const { omar, people } = await startWithTea()
    await omar.look()
    await omar.write(
      { op: 'set', path: text(WHY), from: 'Why fresh?', to: '# Why fresh?\n\nTell us.\n' },
      { op: 'set', path: ['lessons', 'tea-water', 'pages', 'how', 'hint'], to: 'Very: hot' },
    )
    expect(await sourceOf(people.server, 'lessons/01-water.yaml')).toBe(
      COMMENTED.replace('textContent: Why fresh?', 'textContent: |\n      # Why fresh?\n\n      Tell us.').replace(
        '"How hot?" }',
        '"How hot?", "hint": "Very: hot" }',
      ),
    )
    expect(await sourceOf(people.server, 'course.yaml')).toContain('note: "#d9480f"')
  })

  test('an edit that is sent twice is done once', async () => {
    const { people } = await startWithTea()
    const path = ['lessons', 'tea-water', 'pages']
    const change: Change = { op: 'insert', path, value: { id: 'new', type: 'rich-text' }, after: null }
    const request = { params: { id: ID }, body: { since: 0, edits: [{ id: 'edit-of-omar', at: 1, change }] } }
    const first = await people.omar.call(editDraft, request)
    const again = await people.omar.call(editDraft, request)
    const { revision, results } = first.data
    expect(again.data).toMatchObject({ revision, results })
    expect(results, 'by which another tab knows what came later').toMatchObject([{ revision }])
    const { data } = await people.omar.call(getDraft, { params: { id: ID } })
    expect(data.lessons[0]?.pages.map(({ key }) => key)).toEqual(['new', 'start', 'why', 'how'])
  })

  test('a word that Omar still types in one tab, and that another tab has sent as it began, is stored whole', async () => {
    const { people } = await startWithTea()
    const typed = async (at: number, to: string) => {
      const change = { op: 'set' as const, path: text(WHY), from: 'Why fresh?', to }
      const body = { since: 0, edits: [{ id: 'edit-of-omar', at, change }] }
      const { results } = (await people.omar.call(editDraft, { params: { id: ID }, body })).data
      const draft = (await people.omar.call(getDraft, { params: { id: ID } })).data
      expect(draft.conflicts).toEqual([])
      return [results[0]?.outcome, draft.lessons[0]?.pages[1]?.fields.textContent]
    }
    expect(await typed(1, 'Why fresh wa')).toEqual(['done', 'Why fresh wa'])
    expect(await typed(9, 'Why fresh water?')).toEqual(['done', 'Why fresh water?'])
    expect(await typed(9, 'Why fresh water?'), 'a lost reply').toEqual(['done', 'Why fresh water?'])
    expect(await typed(1, 'Why fresh wa'), 'the other tab again').toEqual(['done', 'Why fresh water?'])
  })

  test('edits of different fields by two authors come together, live', async () => {
    const { omar, reem, people } = await startWithTea()
    await reem.look()
    const { revision } = await omar.look()
    const params = { id: ID }
    const query = { since: String(revision), lesson: 'tea-water', page: 'why' } as never
    const waiting = people.reem.call(listDraftChanges, { params, query }, { headers: { prefer: 'wait=20' } })
    await omar.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Why?' })
    const { data } = await waiting
    expect(data.edits).toMatchObject([{ by: { uid: people.omar.uid }, change: { path: text(WHY), to: 'Why?' } }])
    const mine = await reem.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    expect(mine.results).toMatchObject([{ outcome: 'done' }])
    expect(mine.others).toMatchObject([{ change: { to: 'Why?' } }])
    const draft = await omar.look()
    expect([draft.course.title, draft.lessons[0]?.pages[1]?.fields.textContent]).toEqual(['Tea', 'Why?'])
    expect(draft.atWork).toMatchObject([{ by: { uid: people.reem.uid }, lesson: 'tea-water', page: 'why' }])
  })

  test('Reem opens the draft while Omar writes: she never has his revision without his words', async () => {
    const { omar, people } = await startWithTea()
    const titles = new Map<number, string>()
    let title = 'A cup of tea'
    const look = async () => (await people.reem.call(getDraft, { params: { id: ID } })).data
    const seen: { revision: number; title: unknown }[] = []
    for (let at = 0; at < 12; at++) {
      const to = `Tea ${at}`
      const looks = Array.from({ length: 6 }, async () => {
        const { revision, course } = await look()
        seen.push({ revision, title: course.title })
      })
      const { revision } = await omar.write({ op: 'set', path: ['course', 'title'], from: title, to })
      titles.set(revision, to)
      title = to
      await Promise.all(looks)
    }
    const order = [...titles.values()]
    const isOlder = (one: (typeof seen)[number]) =>
      order.indexOf(String(one.title)) < order.indexOf(titles.get(one.revision) ?? '')
    expect(seen.filter(isOlder)).toEqual([])
  })

  test('Reem hears at once of Omar, who came between two of her polls', async () => {
    const { omar, people } = await startWithTea()
    const since = String((await omar.look()).revision)
    const poll = async (who: typeof people.reem, query: { state: string; page: string }, wait: number) => {
      const request = { params: { id: ID }, query: { since, lesson: 'tea-water', ...query } as never }
      return (await who.call(listDraftChanges, request, { headers: { prefer: `wait=${wait}` } })).data
    }
    const { state, atWork } = await poll(people.reem, { state: '', page: 'why' }, 50)
    expect(atWork).toEqual([])
    await poll(people.omar, { state: '', page: 'how' }, 0)
    const begunAt = performance.now()
    const next = await poll(people.reem, { state, page: 'why' }, 50)
    // The poll ended early, because of the change.
    expect(performance.now() - begunAt).toBeLessThan(30_000)
    expect(next.atWork).toMatchObject([{ by: { uid: people.omar.uid }, page: 'how' }])
    expect((await poll(people.reem, { state: next.state, page: 'why' }, 0)).state).toBe(next.state)
  })

  test('of the same field by both, both texts are kept until one is chosen, and the other can still be found', async () => {
    const { omar, reem, people } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    await omar.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Omar’s' })
    const late = await reem.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Reem’s' })
    expect(late.results).toMatchObject([{ outcome: 'conflict' }])
    // Reem goes on writing before she sees the conflict. It stays one conflict.
    await reem.write({ op: 'set', path: text(WHY), from: 'Reem’s', to: 'Reem’s longer one' })
    const { conflicts } = await reem.look()
    expect(conflicts).toMatchObject([
      {
        path: text(WHY),
        stands: { value: 'Omar’s', by: { uid: people.omar.uid } },
        other: { value: 'Reem’s longer one', by: { uid: people.reem.uid } },
        settledAt: null,
      },
    ])
    const params = { id: ID, conflictId: conflicts[0]?.id as string }
    await people.omar.call(settleConflict, { params, body: { keep: 'other' } })
    const after = await omar.look()
    expect(after.lessons[0]?.pages[1]?.fields.textContent).toBe('Reem’s longer one')
    expect(after.conflicts).toMatchObject([{ other: { value: 'Omar’s', by: { uid: people.omar.uid } } }])
    expect(after.conflicts[0]?.settledAt).toEqual(expect.any(Number))
  })

  test('two texts of Omar, from two tabs, are both his; choosing one brings back the page that he has deleted', async () => {
    const { omar, reem, people } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    await reem.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Why?' })
    await omar.write({ op: 'set', path: text(WHY), from: 'Why?', to: 'In one tab' })
    await omar.write({ op: 'set', path: text(WHY), from: 'Why?', to: 'In the other tab' })
    const [conflict] = (await omar.look()).conflicts
    const { uid } = people.omar
    expect(conflict).toMatchObject({ stands: { value: 'In one tab', by: { uid } }, other: { by: { uid } } })

    await omar.write({ op: 'remove', path: WHY })
    await omar.write({ op: 'remove', path: ['lessons', 'tea-water'] })
    const params = { id: ID, conflictId: conflict?.id as string }
    await people.omar.call(settleConflict, { params, body: { keep: 'other' } })
    const { lessons, conflicts } = await omar.look()
    expect(lessons[0]?.pages.find(({ key }) => key === 'why')?.fields.textContent).toBe('In the other tab')
    expect(conflicts).toMatchObject([{ other: { value: 'In one tab', by: { uid } }, settledAt: expect.any(Number) }])
  })

  test('what Omar writes in one tab, on a page that he deletes in another one, is there, and so is the page', async () => {
    const { people } = await startWithTea()
    const [one, other] = [atDesk(people.omar, ID), atDesk(people.omar, ID)]
    await Promise.all([one.look(), other.look()])
    await one.write({ op: 'remove', path: WHY })
    const moved = await other.write({ op: 'move', path: WHY, after: null })
    expect(moved.results, 'a mere move brings nothing back').toMatchObject([{ outcome: 'refused', reason: 'gone' }])
    const written = await other.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Why, I ask?' })
    expect(written.results).toMatchObject([{ outcome: 'restored' }])
    expect((await one.look()).lessons[0]?.pages[1]?.fields.textContent).toBe('Why, I ask?')
  })

  test('a page that both delete is gone, and each of them can undo it', async () => {
    const { omar, reem } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    const keys = async () => (await omar.look()).lessons[0]?.pages.map(({ key }) => key)
    await omar.write({ op: 'remove', path: WHY })
    const late = await reem.write({ op: 'remove', path: WHY })
    expect(late.results).toMatchObject([{ outcome: 'done' }])
    expect(await keys()).toEqual(['start', 'how'])
    await reem.write({ op: 'restore', edit: late.ids[0] as string })
    expect(await keys()).toEqual(['start', 'why', 'how'])
  })

  test('a page that Omar wrote on and moved to another lesson stays, though Reem deletes it where it was', async () => {
    const { omar, reem, people } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    await reem.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Reem’s' })
    await omar.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Omar’s' })
    await omar.look()
    await omar.write({ op: 'set', path: text(WHY), from: 'Reem’s', to: 'Omar’s second' })
    await omar.write({ op: 'move', path: WHY, to: ['lessons', 'tea-leaves', 'pages'], after: 'which' })
    const deleted = await reem.write({ op: 'remove', path: WHY })
    expect(deleted.results).toMatchObject([{ outcome: 'kept' }])
    const { lessons, conflicts } = await omar.look()
    expect(lessons.map(({ pages }) => pages.map(({ key }) => key))).toEqual([
      ['start', 'how'],
      ['which', 'why'],
    ])
    const path = text(['lessons', 'tea-leaves', 'pages', 'why'])
    const { uid } = people.omar
    // Both texts that wait for a choice moved with the page.
    expect(conflicts).toMatchObject([{ path, stands: { value: 'Omar’s second', by: { uid } }, settledAt: null }])
  })

  test('of three authors each text has the name of who wrote it, and the choice has the name of who made it', async () => {
    const { omar, reem, people } = await startWithTea()
    const salma = await people.server.signIn('+971507777777')
    await people.reem.call(setRoles, { params: { uid: salma.uid }, body: { roles: ['author'] } })
    const third = atDesk(salma, ID)
    await Promise.all([omar.look(), reem.look(), third.look()])
    await omar.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Omar’s' })
    await reem.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Reem’s' })
    await third.write({ op: 'set', path: text(WHY), from: 'Omar’s', to: 'Salma’s' })
    await omar.write({ op: 'set', path: text(WHY), from: 'Omar’s', to: 'Omar’s second' })
    const stands = { value: 'Salma’s', by: { uid: salma.uid } }
    const before = (await omar.look()).conflicts
    const [ofOmar, ofReem] = ['Omar’s second', 'Reem’s'].map(text => before.find(one => one.other.value === text))
    expect([ofOmar, ofReem]).toMatchObject([{ stands }, { stands }])

    const settle = (who: typeof salma, conflictId: string | undefined, keep: 'stands' | 'other') =>
      who.call(settleConflict, { params: { id: ID, conflictId: conflictId as string }, body: { keep } })
    await settle(people.omar, ofReem?.id, 'other')
    const after = (await omar.look()).conflicts
    expect(after.find(({ id }) => id === ofReem?.id)).toMatchObject({ other: { value: 'Salma’s', by: stands.by } })
    expect(after.find(({ id }) => id === ofOmar?.id)).toMatchObject({
      stands: { value: 'Reem’s', by: { uid: people.reem.uid } },
    })
    await settle(salma, ofOmar?.id, 'stands')
    const { db } = people.server.services
    const choices = await db.selectFrom('draft_edits').select('author_id').where('id', 'like', 'settle-%').execute()
    expect(new Set(choices.map(choice => choice.author_id)).size, 'two people chose').toBe(2)
  })

  test('what Reem wrote in an answer waits at its page, though Omar made the page one without answers', async () => {
    const { omar, reem, people } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    const page = ['lessons', 'tea-leaves', 'pages', 'which']
    const [green, black] = [
      { id: 'green', text: 'Green', isCorrect: true },
      { id: 'black', text: 'Black' },
    ]
    const changes = [
      { from: { answers: [green, black] }, to: { answers: [black] } },
      { from: { answers: [black] }, to: undefined },
    ]
    const path = [...page, 'options', 'answers', 'green', 'text']
    for (const change of changes) {
      const { results } = await omar.write({ op: 'set', path: [...page, 'options'], ...change })
      expect(results).toMatchObject([{ outcome: 'done' }])
      const late = await reem.write({ op: 'set', path, from: 'Green', to: 'Green, I think' })
      expect(late.results).toMatchObject([{ outcome: 'conflict' }])
      const conflictId = late.results[0]?.conflictId as string
      const params = { id: ID, conflictId }
      const chosen = people.reem.call(settleConflict, { params, body: { keep: 'other' } })
      await expect(chosen).rejects.toMatchObject({ code: 'not-found' })
      const open = (await reem.look()).conflicts.filter(({ settledAt }) => settledAt === null)
      expect(open).toMatchObject([{ id: conflictId, path, other: { value: 'Green, I think' } }])
      await people.reem.call(settleConflict, { params, body: { keep: 'stands' } })
    }
  })

  test('at two processes Omar and Reem hear of each other: fields come together, and a conflict keeps both texts', async () => {
    const { omar, people } = await startWithTea()
    const other = await people.server.another()
    const call = createClient({ base: other.origin, token: async () => people.reem.idToken })
    const reemElsewhere = { ...people.reem, call }
    const reem = atDesk(reemElsewhere, ID)
    const poll = async (who: typeof people.reem, since: number) => {
      const request = { params: { id: ID }, query: { since: String(since), lesson: 'tea-water', page: 'why' } as never }
      return (await who.call(listDraftChanges, request, { headers: { prefer: 'wait=50' } })).data
    }
    const { revision } = await omar.look()
    await reem.look()
    const begunAt = performance.now()

    const omarHears = poll(people.omar, revision)
    await reem.write({ op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' })
    const heard = await omarHears
    expect(heard.edits).toMatchObject([{ by: { uid: people.reem.uid }, change: { to: 'Tea' } }])
    const reemHears = poll(reemElsewhere, heard.revision)
    await omar.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Omar’s' })
    expect((await reemHears).edits).toMatchObject([{ by: { uid: people.omar.uid }, change: { to: 'Omar’s' } }])
    // Neither poll ended because its time was over.
    expect(performance.now() - begunAt).toBeLessThan(50_000)
    const merged = await reem.look()
    expect([merged.course.title, merged.lessons[0]?.pages[1]?.fields.textContent]).toEqual(['Tea', 'Omar’s'])

    // They write at the same moment, and neither has seen the other's text.
    await omar.look()
    const both = await Promise.all([
      omar.write({ op: 'set', path: text(WHY), from: 'Omar’s', to: 'Omar’s second' }),
      reem.write({ op: 'set', path: text(WHY), from: 'Omar’s', to: 'Reem’s' }),
    ])
    expect(both.flatMap(({ results }) => results.map(({ outcome }) => outcome)).toSorted()).toEqual([
      'conflict',
      'done',
    ])
    for (const desk of [omar, reem]) {
      const { conflicts, lessons } = await desk.look()
      const texts = [conflicts[0]?.stands.value, conflicts[0]?.other.value]
      expect(texts.toSorted()).toEqual(['Omar’s second', 'Reem’s'])
      expect(lessons[0]?.pages[1]?.fields.textContent).toBe(texts[0])
    }
    const [conflict] = (await omar.look()).conflicts
    const params = { id: ID, conflictId: conflict?.id as string }
    await reemElsewhere.call(settleConflict, { params, body: { keep: 'other' } })
    expect((await omar.look()).lessons[0]?.pages[1]?.fields.textContent).toBe(conflict?.other.value)
  })

  test('a page removed by one and edited by the other stays with the edit, whichever came first', async () => {
    const { omar, reem, people } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    await omar.write({ op: 'remove', path: WHY })
    const back = await reem.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Why, again?' })
    expect(back.results).toMatchObject([{ outcome: 'restored' }])
    const file = await sourceOf(people.server, 'lessons/01-water.yaml')
    expect(file).toBe(COMMENTED.replace('Why fresh?', 'Why, again?'))

    const kept = await omar.write({ op: 'remove', path: WHY })
    expect(kept.results).toMatchObject([{ outcome: 'kept' }])
    // Now Omar has seen Reem's edit, so his removal is done. The removed page can come back as it was.
    await omar.look()
    const gone = await omar.write({ op: 'remove', path: WHY })
    expect(gone.results).toMatchObject([{ outcome: 'done' }])
    expect((await omar.look()).lessons[0]?.pages.map(({ key }) => key)).toEqual(['start', 'how'])
    await omar.write({ op: 'restore', edit: gone.ids[0] as string })
    expect(await sourceOf(people.server, 'lessons/01-water.yaml')).toBe(file)
  })

  test('a page moved by one and edited by the other is moved and edited, also into another lesson', async () => {
    const { omar, reem } = await startWithTea()
    await Promise.all([omar.look(), reem.look()])
    const leaves = ['lessons', 'tea-leaves', 'pages']
    await omar.write(
      { op: 'move', path: WHY, to: leaves, after: 'which' },
      { op: 'move', path: ['lessons', 'tea-water', 'pages', 'start'], after: 'how' },
      { op: 'move', path: ['lessons', 'tea-leaves'], after: null },
    )
    const edit = await reem.write({ op: 'set', path: text(WHY), from: 'Why fresh?', to: 'Why, there?' })
    expect(edit.results).toMatchObject([{ outcome: 'done' }])
    const { lessons } = await omar.look()
    expect(lessons.map(({ key, file, pages }) => [key, file, pages.map(page => page.key)])).toEqual([
      ['tea-leaves', 'lessons/01-leaves.yaml', ['which', 'why']],
      ['tea-water', 'lessons/02-water.yaml', ['how', 'start']],
    ])
    expect(lessons[0]?.pages[1]?.fields.textContent).toBe('Why, there?')
  })

  test('an edit that cannot be done is refused with its reason, and the others of the request are done', async () => {
    const { omar } = await startWithTea()
    await omar.look()
    const path = ['course', 'title']
    const many: Change = { op: 'set', path, from: 'A cup of tea', to: 'x'.repeat(1_000_001) }
    const { results } = await omar.write(
      { op: 'set', path: ['lessons', 'tea-milk', 'title'], to: 'Milk' },
      { op: 'insert', path: ['lessons', 'tea-water', 'pages'], value: { id: 'why' }, after: null },
      { op: 'set', path: ['course', 'id'], from: 'tea', to: 'coffee' },
      { op: 'set', path: ['course', '__proto__'], to: { isOwner: true } },
      { op: 'set', path: ['lessons', 'tea-water', 'pages'], to: [] },
      { op: 'file', name: 'media/../x.png', to: 'a'.repeat(64) },
      { op: 'file', name: 'media/x.png', to: 'a'.repeat(64) },
      many,
      { op: 'set', path: ['course', 'title'], from: 'A cup of tea', to: 'Tea' },
    )
    expect(results.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'gone',
      'id-taken',
      ...['not-allowed', 'not-allowed', 'not-allowed', 'not-allowed'],
      'no-such-file',
      'too-large',
      'done',
    ])
    expect((await omar.look()).course.title).toBe('Tea')
  })
})

async function sourceOf({ services: { db } }: TestServer, name: string): Promise<string> {
  const row = await db
    .selectFrom('draft_files')
    .select('content')
    .where('course_id', '=', ID)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.content as string)
}
