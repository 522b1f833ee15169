import { hash } from 'node:crypto'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { checkDraft } from '../../../contract/organisation/checking/findings.ts'
import * as calls from '../../../contract/organisation/drafts.ts'
import { FOR_AUTHORS } from '../../../contract/team-roles.ts'
import { serveAct } from '../../audit-log/serve-act.ts'
import type { CourseChecker } from '../../courses/checking/course-checker.ts'
import { applyEdits } from '../../courses/drafts/apply-edits.ts'
import { ensureAuthorId } from '../../courses/drafts/authors.ts'
import { conflictsOf } from '../../courses/drafts/conflicts.ts'
import { atWorkOn, draftOf, saveDraftPlace } from '../../courses/drafts/draft-reply.ts'
import { draftLock, writtenCourse } from '../../courses/drafts/draft-store.ts'
import { limitEdits, revisionOf } from '../../courses/drafts/edit-log.ts'
import { editsSince } from '../../courses/drafts/edits-since.ts'
import { settleConflict } from '../../courses/drafts/settle-conflict.ts'
import { isFilmName } from '../../courses/files/course-file-list.ts'
import type { Originals } from '../../courses/files/originals.ts'
import type { FilmMaker } from '../../courses/films/making/film-maker.ts'
import { writeIfSpace } from '../../database/failures/database-problem.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { AuthUser } from '../../http/bearer.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { IdentityProvider } from '../../identity/provider.ts'
import type { Hub } from '../../messages/hub/hub.ts'
import { longPoll, preferredWait } from '../../messages/updates/long-poll.ts'
import { rolesOf } from '../../team/roles.ts'
import { checkStoredDraft } from './check-stored-draft.ts'
import { discard } from './course-acts.ts'
import { queueFilmsOf } from './films/course-films.ts'

export type DraftDeps = {
  db: Db
  now: () => number
  hub: Hub
  identity: Pick<IdentityProvider, 'requireSignIn'>
  limitFactor: number
  checker: CourseChecker
  filmMaker: FilmMaker
  originals: Originals
}

/** Writing a course, by several authors at once. */
export function draftRoutes(deps: DraftDeps): Route[] {
  const { db, now, hub, identity, limitFactor, checker, filmMaker, originals } = deps
  const publishChange = (courseId: string) => hub.publish([draftLock(courseId)])

  async function changesSince(courseId: string, uid: string, since: number) {
    const { draft, texts } = await writtenCourse(db, courseId)
    const revision = await revisionOf(db, courseId, draft)
    const conflicts = await conflictsOf(db, courseId, texts)
    const atWork = await atWorkOn(db, courseId, uid, now())
    const state = hash('sha256', JSON.stringify([conflicts, atWork]), 'base64url')
    return { revision, ...(await editsSince(db, courseId, { since, revision })), conflicts, atWork, state }
  }

  async function requireAuthor(uid: string): Promise<void> {
    const roles = await rolesOf(db, uid)
    if (!FOR_AUTHORS.some(role => roles.includes(role))) throw new ApiError('forbidden')
  }

  return [
    serve(calls.getDraft, async ({ user, params: { id } }) => ({
      success: true,
      data: await draftOf(deps, id, user.uid, now()),
    })),

    serve(calls.getDraftText, async ({ params: { id }, query: { name } }) => {
      const { files, texts } = await writtenCourse(db, id)
      const [text, digest] = [texts.get(name), files.find(file => file.name === name)?.digest]
      if (text === undefined || digest === undefined) throw new ApiError('not-found')
      return { success: true, data: { text, digest } }
    }),

    serve(calls.editDraft, async ({ user: { uid }, params: { id }, body: { since, edits } }) => {
      // Reading a large draft takes seconds. It happens in a thread and before the transaction, so nobody waits for it.
      await checker.read((await writtenCourse(db, id)).texts)
      const at = now()
      const { revision, results, former, hasFilm } = await transactionWithLock(db, draftLock(id), async trx => {
        await limitEdits(trx, await ensureAuthorId(trx, uid), { count: edits.length, factor: limitFactor }, at)
        const written = await writtenCourse(trx, id)
        const former = await revisionOf(trx, id, written.draft)
        const done = await applyEdits(trx, edits, { courseId: id, uid, since, originals, now: at })
        const hasFilm = edits.some(({ change }) => change.op === 'file' && isFilmName(change.name))
        if (hasFilm) await queueFilmsOf(trx, id, at)
        return { ...done, former, hasFilm }
      })
      if (hasFilm) filmMaker.wake()
      const isChanged = revision !== former
      if (isChanged || results.some(({ outcome }) => outcome === 'conflict')) publishChange(id)
      const { edits: others, isOutdated } = await editsSince(db, id, { since, revision: former })
      return {
        success: true,
        data: { revision, results, others: others.filter(one => one.revision <= former), isOutdated },
      }
    }),

    serve(calls.listDraftChanges, async ({ user, params: { id }, query, headers, reply }) => {
      const seconds = preferredWait(headers.prefer)
      if (seconds > 0) reply.header('Preference-Applied', `wait=${seconds}`)
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort('closed'))
      await writeIfSpace(notePlace(user, id, query))
      const wait = {
        hub,
        uid: user.uid,
        seconds,
        signal: closed.signal,
        requireSignIn: () => identity.requireSignIn(user),
      }
      // An older client sends no `state`. Such a client learns of the changes that come while it waits.
      let known = query.state
      const data = await longPoll(wait, async (subscribe, moment) => {
        subscribe([draftLock(id)])
        // The role may have been taken away while the call waited.
        if (moment === 'woken') await requireAuthor(user.uid)
        const answer = await changesSince(id, user.uid, query.since)
        known ??= answer.state
        return { answer, isNews: answer.revision !== query.since || answer.state !== known }
      })
      return { success: true, data }
    }),

    serve(checkDraft, async ({ params: { id }, query: { language } }) => {
      const { revision, findings } = await checkStoredDraft(deps, id, language)
      return { success: true, data: { revision, findings } }
    }),

    serveAct(deps, calls.settleConflict, {
      locks: ({ params: { id } }) => [draftLock(id)],
      work: async (trx, { user: { uid }, params: { id, conflictId }, body: { keep } }, at) => ({
        result: await settleConflict(trx, { courseId: id, conflictId, keep, uid, originals, now: at }),
        lines: [],
      }),
      after: (_, { params: { id } }) => publishChange(id),
      reply: revision => ({ success: true, data: { revision } }),
    }),

    serveAct(deps, calls.discardDraft, {
      locks: ({ params: { id } }) => [draftLock(id)],
      work: (trx, { user: { uid }, params: { id }, body: { revision } }, at) => discard(trx, { id, revision, uid }, at),
      after: (_, { params: { id } }) => publishChange(id),
      reply: () => ({ success: true }),
    }),
  ]

  async function notePlace(
    { uid }: AuthUser,
    courseId: string,
    place: { lesson?: string | undefined; page?: string | undefined },
  ) {
    const { lesson = null, page = null } = place
    const authorId = await transactionWithLock(db, [`author ${uid}`], trx => ensureAuthorId(trx, uid))
    if (await saveDraftPlace(db, { courseId, authorId, lesson, page }, now())) publishChange(courseId)
  }
}
