import { ApiError } from '../../../../contract/calls/api-error.ts'
import * as calls from '../../../../contract/organisation/on-phone/phone-links.ts'
import { HOUR } from '../../../../contract/time.ts'
import { serveAct } from '../../../audit-log/serve-act.ts'
import type { CourseChecker } from '../../../courses/checking/course-checker.ts'
import { draftLock, writtenCourse } from '../../../courses/drafts/draft-store.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import type { Db } from '../../../database/tables.ts'
import { consume } from '../../../http/limits.ts'
import { networkOf } from '../../../http/network.ts'
import { type Route, serve, serveBytes } from '../../../http/serve.ts'
import { filmUrl } from '../films/shown-film.ts'
import { sendDraftFile } from '../media/media-routes.ts'
import { courseOfLink, endLinks, makeLink, phoneLinkToken, shownDraft } from './phone-links.ts'

export type OnPhoneDeps = {
  db: Db
  now: () => number
  limitFactor: number
  checker: CourseChecker
  inviteKey: Buffer
  /** Signs the URLs of films. */
  urlKey: Buffer
  originals: Originals
}

const LINKS_PER_HOUR = 30
const GUESSES_PER_HOUR = 60

/** The calls that show a draft on a phone without signing in, to people who have a link of an author. */
export function onPhoneRoutes(deps: OnPhoneDeps): Route[] {
  const { db, now, limitFactor, inviteKey, urlKey, originals } = deps

  /** Counts wrong tokens, so that nobody can find one by trying. */
  async function courseOf(token: string, ipAddress: string, at: number) {
    try {
      return await courseOfLink(db, token, at)
    } catch (error) {
      const of = { network: networkOf(ipAddress) }
      if (error instanceof ApiError)
        await consume(db, { name: 'phone-link/guess', of, max: GUESSES_PER_HOUR * limitFactor, perMs: HOUR }, at)
      throw error
    }
  }

  return [
    serveAct(deps, calls.makePhoneLink, {
      locks: ({ params: { id } }) => [draftLock(id)],
      beforeFirst: ({ user: { uid } }, at) =>
        consume(db, { name: 'phone-link', of: { uid }, max: LINKS_PER_HOUR * limitFactor, perMs: HOUR }, at),
      work: (trx, { params: { id } }, at) => makeLink(trx, id, inviteKey, at),
      reply: link => ({ success: true, data: { token: phoneLinkToken(link, inviteKey), expiresAt: link.expiresAt } }),
    }),

    serveAct(deps, calls.endPhoneLinks, {
      locks: ({ params: { id } }) => [draftLock(id)],
      work: (trx, { params: { id } }) => endLinks(trx, id),
      reply: () => ({ success: true }),
    }),

    serve(calls.showDraft, async ({ body: { token, since }, ipAddress }) => {
      const at = now()
      const { courseId, expiresAt } = await courseOf(token, ipAddress, at)
      return { success: true, data: { expiresAt, draft: await shownDraft(deps, courseId, since, at) } }
    }),

    serve(calls.getSharedFilm, async ({ body: { token, digest }, ipAddress }) => {
      const at = now()
      const { courseId, hash, expiresAt } = await courseOf(token, ipAddress, at)
      const until = { viewer: { link: hash }, now: at, expiresAt }
      const data = filmUrl(urlKey, await writtenCourse(db, courseId), digest, until)
      return { success: true, data }
    }),

    serveBytes(calls.getSharedFile, async ({ body: { token, digest }, ipAddress, reply }) => {
      const { courseId } = await courseOf(token, ipAddress, now())
      return sendDraftFile(reply, await writtenCourse(db, courseId), digest, originals)
    }),
  ]
}
