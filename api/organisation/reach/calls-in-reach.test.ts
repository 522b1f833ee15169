import { expect, test } from 'vitest'
import { allCalls } from '../../../contract/all-calls.ts'
import type { ApiError } from '../../../contract/calls/api-error.ts'
import type { Endpoint } from '../../../contract/calls/endpoint.ts'
import { getOrgHome } from '../../../contract/organisation/home.ts'
import * as lists from '../../../contract/organisation/invitation-lists.ts'
import { makeInvitation } from '../../../contract/organisation/invitations.ts'
import { moveLearners } from '../../../contract/organisation/mentors.ts'
import { correctName } from '../../../contract/organisation/person-acts.ts'
import { fileTypes } from '../../../contract/organisation/reports/file-formats.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { DAY } from '../../../contract/time.ts'
import { filesIn } from '../../account/personal-data/testing-zip.ts'
import { send } from '../../messages/testing.ts'
import { onEachDatabase } from '../../testing.ts'
import { type Person, signIn } from '../../testing-people.ts'
import { PHONES } from '../people/testing.ts'
import { HUDA, LINA, place, startWithOmar, type World, wait } from './testing.ts'

/** Ids that a call can be made about. */
type Ids = { uid: string; mentor: number; link: string; list: string; move: string; phone: string }
type Input = { params?: object; query?: object; body?: object }
type Entry =
  /** A call about ids. Each input is tried with ids in reach, out of reach, and of nobody. `own`: the ids in reach. */
  | { about: ((ids: Ids, own: Ids) => Input)[] }
  /** A call that shows a list or numbers, with these queries. The reply to the first query contains `has`. */
  | { shows: ((out: Ids) => object)[]; has: string }
  /** A call that is refused to a limited coordinator. */
  | { refused: Input }

const person = (body?: object) => ({ about: [({ uid }: Ids) => ({ params: { uid }, ...(body ? { body } : {}) })] })
const list = { about: [({ list: id }: Ids) => ({ params: { id } })] }
const filters = [
  () => ({}),
  ({ mentor }: Ids) => ({ mentor: String(mentor) }),
  ({ link }: Ids) => ({ link }),
  () => ({ mentor: 'none' }),
  () => ({ format: 'csv', reader: 'en' }),
  () => ({ format: 'xlsx', reader: 'en' }),
]
const csv = (text: string) => Buffer.from(text).toString('base64')

/** Every call that coordinators may make. A new call belongs here, with what a limited coordinator may see of it. */
const TABLE: Record<string, Entry> = {
  'GET /org/v1/home': { shows: [() => ({})], has: '"count":1' },
  'GET /org/v1/search': {
    shows: [() => ({ q: 'Noura' }), () => ({ q: 'Hidden' }), () => ({ q: PHONES.yousef })],
    has: 'Noura Salem',
  },
  'GET /org/v1/people': {
    shows: [
      () => ({}),
      () => ({ q: 'Hidden' }),
      () => ({ q: PHONES.yousef }),
      ({ mentor }) => ({ mentor: String(mentor) }),
      () => ({ mentor: 'none' }),
      ...['waiting', 'silent', 'not-started', 'mentors', 'team'].map(filter => () => ({ filter })),
    ],
    has: 'Noura Salem',
  },
  'GET /org/v1/people/:uid': person(),
  'POST /org/v1/people/:uid/block': person({ reason: 'Two accounts' }),
  'POST /org/v1/people/:uid/unblock': person(),
  'POST /org/v1/people/:uid/signOut': person(),
  'POST /org/v1/people/:uid/beta': person({ isBeta: true }),
  'POST /org/v1/people/:uid/name': person({ name: 'Noura Salem' }),
  'POST /org/v1/people/:uid/newPhone': person({ phoneNumber: '+971507999999' }),
  'POST /org/v1/people/:uid/keepPhone': person(),
  'POST /org/v1/people/:uid/mergeLink': person(),
  'POST /org/v1/people/:uid/mentor': { refused: { params: { uid: 'nobody' }, body: { isMentor: true } } },
  'GET /org/v1/mentors': { shows: [() => ({})], has: 'Salma Haddad' },
  'POST /org/v1/mentors/:id': {
    about: [
      ({ mentor }) => ({ params: { id: String(mentor) }, body: { capacity: 20 } }),
      ({ mentor }, own) => ({
        params: { id: String(own.mentor) },
        body: { away: mentor === own.mentor ? null : { until: null, coverId: mentor } },
      }),
    ],
  },
  'POST /org/v1/moves': {
    about: [
      ({ mentor }, own) => ({ body: { to: mentor, uids: [own.uid] } }),
      ({ uid }, own) => ({ body: { to: own.mentor, uids: [uid] } }),
      ({ mentor }, own) => ({
        body: mentor === own.mentor ? { to: mentor, uids: [own.uid] } : { to: own.mentor, from: mentor },
      }),
    ],
  },
  'POST /org/v1/moves/:id/undo': { about: [({ move }) => ({ params: { id: move } })] },
  'GET /org/v1/invitations': { shows: [() => ({})], has: 'Open link' },
  'POST /org/v1/invitations': { about: [({ mentor }) => ({ body: { name: 'Irbid', mentorId: mentor } })] },
  'POST /org/v1/invitations/:id/end': { about: [({ link }) => ({ params: { id: link } })] },
  'POST /org/v1/invitationLists': {
    about: [({ mentor, phone }) => ({ body: { file: csv(`phone\n${phone}\n`), language: 'en', mentorId: mentor } })],
  },
  'GET /org/v1/invitationLists': { shows: [() => ({})], has: '"people":1' },
  'GET /org/v1/invitationLists/:id': list,
  'POST /org/v1/invitationLists/:id/rows': {
    about: [
      ({ list: id, phone }) => ({ params: { id }, body: { number: 9, phone, name: '', mentor: 'Salma Haddad' } }),
    ],
  },
  'POST /org/v1/invitationLists/:id/send': list,
  'POST /org/v1/invitationLists/:id/stop': list,
  'POST /org/v1/invitationLists/:id/links': list,
  'GET /org/v1/invitationLists/:id/links': list,
  'GET /org/v1/team': { shows: [() => ({})], has: 'Salma Haddad' },
  'POST /org/v1/teamInvitations': { refused: { body: { phoneNumber: '+971507999998', role: 'mentor', name: 'Rana' } } },
  'POST /org/v1/teamInvitations/:id/end': { refused: { params: { id: 'nothing' } } },
  'GET /org/v1/reportCourses': { shows: [() => ({})], has: 'first-aid-en-cuts' },
  'GET /org/v1/reports/overview': { shows: filters, has: '"newPeople":2' },
  'GET /org/v1/reports/courses': {
    shows: filters.map(filter => (ids: Ids) => ({ course: 'first-aid-en', ...filter(ids) })),
    has: '"began":1',
  },
  'GET /org/v1/reports/questions': { shows: filters, has: '"people":1' },
  'GET /org/v1/reports/question': {
    shows: filters
      .filter(filter => !('link' in filter({ link: 'one' } as Ids)))
      .map(filter => (ids: Ids) => ({ lesson: LESSON, page: PAGE, ...filter(ids) })),
    has: '"given":1',
  },
  'GET /org/v1/reports/versions': {
    shows: [{}, { format: 'csv', reader: 'en' }, { format: 'xlsx', reader: 'en' }].map(more => () => ({
      lesson: LESSON,
      page: PAGE,
      ...more,
    })),
    has: '"number":1',
  },
  'GET /org/v1/kindWords': {
    shows: [() => ({}), ({ mentor }) => ({ mentor: String(mentor) }), ({ link }) => ({ link })],
    has: '"waiting":1',
  },
  'POST /org/v1/kindWords': { about: [({ mentor }) => ({ body: { mentor: String(mentor) } })] },
  'POST /org/v1/kindTexts': { about: [({ mentor }) => ({ body: { mentor: String(mentor) } })] },
  'GET /org/v1/reports/mentors': { shows: filters, has: 'Salma Haddad' },
  'GET /org/v1/reports/silent': { shows: filters, has: 'Noura Salem' },
  'GET /org/v1/reports/voices': { shows: filters, has: 'Noura Salem' },
}

const [LESSON, PAGE] = ['first-aid-en-cuts', 'first-step']
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const ofCoordinators = allCalls.filter(({ roles = [] }) => roles.includes('coordinator'))

test('each call of coordinators says what it does for one who is limited, and is in the table', () => {
  const advice = 'give each call of coordinators a line in TABLE above, and a reach in the contract'
  expect(ofCoordinators.map(nameOf).toSorted(), advice).toEqual(Object.keys(TABLE).toSorted())
  for (const call of ofCoordinators) expect(call.reach, `reach of ${nameOf(call)} in the contract`).toBeDefined()
  const refused = Object.entries(TABLE).flatMap(([name, entry]) => ('refused' in entry ? name : []))
  const needing = ofCoordinators.filter(({ reach }) => reach === 'needs-everybody')
  expect(needing.map(nameOf).toSorted()).toEqual(refused.toSorted())
})

test('no other call says it, because it is not about the people of a coordinator', () => {
  const others = allCalls.filter(({ roles = [], reach }) => reach !== undefined && !roles.includes('coordinator'))
  expect(others.map(nameOf)).toEqual([])
})

onEachDatabase('A coordinator who is limited to some mentors', start => {
  test('is shown nobody else by any call, and what is out of reach answers as what is not there', async () => {
    const world = await startWithOmar(start, { LIMIT_FACTOR: '10' })
    const { own, out } = await fill(world)
    const nobody = { uid: 'nobody', mentor: 99, link: 'nothing', list: 'nothing', move: 'nothing', phone: own.phone }
    const hidden = await hiddenWords(world, out)
    const omar = await signIn(world.server.origin, PHONES.omar, world.server.outbox)
    // Calls that show something come first, because the acts change what they show.
    const inTable = ofCoordinators.map(call => ({ call, name: nameOf(call), entry: TABLE[nameOf(call)] as Entry }))
    for (const { call, name, entry } of inTable.toSorted((one, other) => kindOf(one) - kindOf(other))) {
      if ('refused' in entry) {
        const refused = await answerTo(omar, call, entry.refused)
        expect(refused, name).toMatchObject({ status: 403, code: 'people/limited' })
        continue
      }
      if ('shows' in entry) {
        const texts: string[] = []
        for (const query of entry.shows) {
          // A report that was stored for the owner must not be served to Omar.
          expect((await textOf(world.reem, call, query(out), world)).status, name).toBe(200)
          const { status, text } = await textOf(omar, call, query(out), world)
          expect(status, name).toBe(200)
          texts.push(text)
        }
        for (const word of hidden) expect(texts.join('\n'), `${name} shows ${word}`).not.toContain(word)
        expect(texts[0], name).toContain(entry.has)
        continue
      }
      for (const input of entry.about) {
        const hers = await answerTo(omar, call, input(out, own))
        expect(hers, `${name} out of reach`).toEqual(await answerTo(omar, call, input(nobody, own)))
        expect(hers, `${name} out of reach`).toMatchObject({ status: expect.any(Number) })
        const answer = await answerTo(omar, call, input(own, own))
        expect(answer, `${name} in reach`).toMatchObject({ success: true })
        for (const word of hidden) expect(JSON.stringify(answer), `${name} shows ${word}`).not.toContain(word)
      }
    }
  })

  test('is shown everybody again by every call as soon as the limit is lifted', async () => {
    const world = await startWithOmar(start, { LIMIT_FACTOR: '10' })
    const { out } = await fill(world)
    const { reem, omar } = world
    await reem.call(setRoles, { params: { uid: omar.uid }, body: { limitedTo: null } })
    for (const call of ofCoordinators) {
      const entry = TABLE[nameOf(call)]
      // The home of an owner shows more.
      if (!entry || !('shows' in entry) || call === getOrgHome) continue
      for (const query of entry.shows) {
        const { text } = await textOf(omar, call, query(out), world)
        expect(text, nameOf(call)).toBe((await textOf(reem, call, query(out), world)).text)
      }
    }
  })
})

/** Makes everybody learn, wait and be silent. Makes links, lists and moves in reach and out of it. */
async function fill(world: World): Promise<{ own: Ids; out: Ids }> {
  const { server, reem, noura, layan, yousef, lina, huda, salmaId, kareemId, hudaId } = world
  const { db } = server.services
  await server.importCourse('courses/first-aid-en')
  await server.services.catalogue.refresh()
  // Huda was Noura's mentor once, and answered her.
  await place(server, { [noura.uid]: hudaId })
  await send(noura, hudaId, 'Is this wound clean?')
  await send(huda, noura.uid, 'Yes')
  await reem.call(moveLearners, { body: { uids: [noura.uid], to: salmaId } })
  await reem.call(correctName, { params: { uid: noura.uid }, body: { name: 'Noura Salem' } })
  const away = { away_since: 1, cover_id: hudaId }
  await db.updateTable('responders').set(away).where('id', '=', salmaId).execute()
  const at = server.clock.now() - 20 * DAY
  for (const { uid } of [noura, yousef, lina])
    await db
      .insertInto('page_answers')
      .values({
        ...{ uid, lesson_id: LESSON, page_id: PAGE, answer: '"press"', answered_at: at, logged_at: at },
        ...{ page_type: null, is_own_words: 0, reviewed_at: null, first_answer: '"press"', tries: 1, first_at: at },
        course_version: 1,
      })
      .execute()
  await wait(world, noura, salmaId)
  await wait(world, yousef, hudaId)
  await db.updateTable('waits').set({ began_at: at }).where('learner_uid', '=', yousef.uid).execute()
  await db.updateTable('users').set({ began_at: at, active_at: at }).where('responder_id', 'is not', null).execute()
  const link = async (name: string, mentorId: number | null) =>
    (await reem.call(makeInvitation, { body: { name, mentorId } })).data.id
  const checked = async (phone: string, mentorId: number) => {
    const body = { file: csv(`phone\n${phone}\n`), language: 'en' as const, mentorId }
    const { data } = await reem.call(lists.checkInvitationList, { body })
    if (data.problem !== null) throw new Error(data.problem)
    return data.id
  }
  const moved = async ({ uid }: Person, to: number) =>
    (await reem.call(moveLearners, { body: { uids: [uid], to } })).data.id
  await link('Hidden open link', null)
  const own = {
    ...{ uid: noura.uid, mentor: salmaId, phone: '+971508880002', move: await moved(layan, salmaId) },
    ...{ link: await link('Open link', salmaId), list: await checked('+971508880003', kareemId) },
  }
  const out = {
    ...{ uid: yousef.uid, mentor: hudaId, phone: '+971508880002', move: await moved(lina, hudaId) },
    ...{ link: await link('Hidden link', hudaId), list: await checked('+971508880004', hudaId) },
  }
  return { own, out }
}

/** Nothing of this may be in a reply to Omar. */
async function hiddenWords({ yousef, lina, huda, hudaId }: World, out: Ids): Promise<string[]> {
  const ids = [yousef.uid, lina.uid, huda.uid, out.link, out.list, out.move]
  const phones = [PHONES.yousef, HUDA, LINA, PHONES.reem].flatMap(phone => [phone, phone.slice(1)])
  return ['Hidden', ...ids, ...phones, `"coverId":${hudaId}`, `"mentorId":${hudaId}`, `"from":${hudaId}`]
}

function kindOf({ entry }: { entry: Entry }): number {
  return 'shows' in entry ? 0 : 1
}

async function answerTo(who: Person, call: Endpoint, input: Input): Promise<unknown> {
  return who.call(call, input as never).catch(({ status, code, message }: ApiError) => ({ status, code, message }))
}

/** The status and text of a reply. A workbook gives the texts of all its parts. */
async function textOf({ idToken }: Person, { path }: Endpoint, query: object, { server }: World) {
  const search = new URLSearchParams(query as Record<string, string>)
  const response = await fetch(`${server.origin}${path}?${search}`, { headers: { authorization: `Bearer ${idToken}` } })
  const isWorkbook = response.headers.get('content-type') === fileTypes.xlsx
  const parts = isWorkbook ? await filesIn(Buffer.from(await response.arrayBuffer())) : {}
  const text = isWorkbook ? Object.values(parts).join('\n') : await response.text()
  return { status: response.status, text }
}
