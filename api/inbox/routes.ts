import * as away from '../../contract/inbox/away.ts'
import * as handOver from '../../contract/inbox/hand-over.ts'
import * as inbox from '../../contract/inbox/inbox.ts'
import { declineKindWord, setKindWordsEnded } from '../../contract/inbox/kind-word.ts'
import * as learner from '../../contract/inbox/learner.ts'
import * as savedReplies from '../../contract/inbox/saved-replies.ts'
import type { UserLessonData } from '../../contract/progress.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import type { Db } from '../database/tables.ts'
import { idempotencyKeyIn } from '../http/idempotency-key.ts'
import { type Route, serve } from '../http/serve.ts'
import type { AnsweredPageOf } from '../lessons/answered-page.ts'
import { mentorOf } from '../messages/conversation/participant.ts'
import { publishAbout } from '../messages/conversation/publish-about.ts'
import { type Hub, inboxKey } from '../messages/hub/hub.ts'
import { timeIn } from '../messages/updates/time-in.ts'
import { type ApprovalDeps, approvalRoutes } from './approvals.ts'
import { awayOf, setAway } from './away.ts'
import { handOverLearner } from './hand-over-learner.ts'
import { inboxOf } from './inbox.ts'
import { declineKindWordOf, endKindWordsOf } from './kind-words.ts'
import { learnerFor } from './learner.ts'
import { percentOfBegun } from './progress-of-learners.ts'
import { markHandled, markReviewed } from './review.ts'
import { savedRepliesOf, saveReplies } from './saved-replies.ts'
import { messagesWith } from './search.ts'
import { handedOverBy, undoHandOver } from './undo-hand-over.ts'

type Deps = {
  db: Db
  now: () => number
  hub: Hub
  catalogue: Catalogue
  answeredPageOf: AnsweredPageOf
  lessonDataOf: (uid: string) => Promise<UserLessonData>
} & ApprovalDeps

/** The calls of a mentor, except those for messages. Owners and coordinators may also use the approvals. */
export function inboxRoutes(all: Deps): Route[] {
  const { db, now, hub, catalogue, answeredPageOf, lessonDataOf } = all
  const percentOf = percentOfBegun(catalogue)
  const deps = { catalogue, answeredPageOf, lessonDataOf }
  return [
    serve(inbox.getInbox, async ({ user }) => {
      return { success: true, data: await inboxOf(db, await mentorOf(db, user.uid), { percentOf, now: now() }) }
    }),
    serve(learner.getLearner, async ({ params, query: { before }, user }) => {
      const mentor = await mentorOf(db, user.uid)
      return { success: true, data: await learnerFor(db, mentor, { uid: params.uid, before }, deps, now()) }
    }),
    serve(declineKindWord, async ({ params, user }) => {
      const mentor = await mentorOf(db, user.uid)
      await declineKindWordOf(db, mentor, params.uid, now())
      hub.publish(mentor.inboxes.map(inboxKey))
      return { success: true }
    }),
    serve(setKindWordsEnded, async ({ params, body: { areEnded }, user }) => {
      const mentor = await mentorOf(db, user.uid)
      await endKindWordsOf(db, mentor, { uid: params.uid, areEnded }, now())
      hub.publish(mentor.inboxes.map(inboxKey))
      return { success: true }
    }),
    serve(learner.markReviewed, async ({ params, body, user }) => {
      const mentor = await mentorOf(db, user.uid)
      await markReviewed(db, mentor, { ...params, ...body }, now())
      hub.publish(mentor.inboxes.map(inboxKey))
      return { success: true }
    }),
    serve(inbox.markHandled, async ({ params, body, user }) => {
      const mentor = await mentorOf(db, user.uid)
      await markHandled(db, mentor, { uid: params.uid, upTo: timeIn(body.upTo, 'upTo') }, now())
      hub.publish(mentor.inboxes.map(inboxKey))
      return { success: true }
    }),
    serve(inbox.searchMessages, async ({ query, user }) => {
      return { success: true, data: await messagesWith(db, await mentorOf(db, user.uid), query.text) }
    }),
    serve(handOver.handOverLearner, async ({ params, body, user, headers }) => {
      const mentor = await mentorOf(db, user.uid)
      const request = { call: handOver.handOverLearner.path, params, body }
      const act = { uid: user.uid, key: idempotencyKeyIn(headers), request, now: now() }
      await handOverLearner(db, mentor, { uid: params.uid, to: body.to, note: body.note }, act)
      hub.publish([inboxKey(mentor.id)])
      await publishAbout(db, hub, params.uid)
      return { success: true }
    }),
    serve(handOver.listHandedOver, async ({ user }) => {
      return { success: true, data: await handedOverBy(db, await mentorOf(db, user.uid), now()) }
    }),
    serve(handOver.undoHandOver, async ({ params, user, headers }) => {
      const mentor = await mentorOf(db, user.uid)
      const request = { call: handOver.undoHandOver.path, params }
      const act = { uid: user.uid, key: idempotencyKeyIn(headers), request, now: now() }
      const formerId = await undoHandOver(db, mentor, params.uid, act)
      hub.publish([inboxKey(formerId)])
      await publishAbout(db, hub, params.uid)
      return { success: true }
    }),
    serve(savedReplies.getSavedReplies, async ({ user }) => {
      return { success: true, data: await savedRepliesOf(db, await mentorOf(db, user.uid)) }
    }),
    serve(savedReplies.saveReplies, async ({ body, user }) => {
      await saveReplies(db, await mentorOf(db, user.uid), body.replies)
      return { success: true, data: body.replies }
    }),
    serve(away.getAway, async ({ user }) => {
      return { success: true, data: await awayOf(db, await mentorOf(db, user.uid)) }
    }),
    serve(away.setAway, async ({ body, user }) => {
      const mentor = await mentorOf(db, user.uid)
      hub.publish(await setAway(db, mentor, body, now()))
      return { success: true, data: await awayOf(db, mentor) }
    }),
    ...approvalRoutes(all),
  ]
}
