import { beforeAll, expect, test } from 'vitest'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { getLearner, markReviewed } from '../../contract/inbox/learner.ts'
import {
  getSavedReplies,
  SAVED_REPLIES_LIMIT,
  SAVED_REPLY_LIMIT,
  saveReplies,
} from '../../contract/inbox/saved-replies.ts'
import { logPage } from '../../contract/lessons.ts'
import { sendMessage } from '../../contract/messages.ts'
import type { StoredAnswer } from '../../contract/progress.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { courseFolder } from '../courses/testing.ts'
import { LESSON, PAGE } from '../media/testing.ts'
import { castOn, startForAll, startWithAll } from '../messages/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import type { Person } from '../testing-people.ts'

const AT = 1_700_000_000_000

type Where = { lessonId?: string; pageId?: string; pageNumber?: number; answeredAt?: number }

onEachDatabase('what Salma sees of answers', start => {
  let server: TestServer

  beforeAll(async () => {
    server = await startForAll(start)
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
  })

  test('no answer is left out if several were given at the same time', async () => {
    const { salma, noura } = await castOn(server)
    const pages = allPages(server)
    expect(pages.length).toBeGreaterThan(33)
    const first = pages.slice(0, 2).map(page => ({ ...page, answeredAt: AT + 1 }))
    const middle = pages.slice(2, -1).map(page => ({ ...page, answeredAt: AT }))
    const last = pages.slice(-1).map(page => ({ ...page, answeredAt: AT - 1 }))
    for (const entry of [...first, ...middle, ...last]) await answer(noura, 'x', entry)
    const newest = await answersOf(salma, noura)
    expect(newest).toMatchObject({ hasMore: true, answers: { length: pages.length - 1 } })
    const older = await answersOf(salma, noura, newest.answers.at(-1)?.answeredAt)
    expect(older).toMatchObject({ hasMore: false, answers: { length: 1 } })
  })

  test('an answer to a removed page is shown with its question, and can be reviewed and replied to', async () => {
    const { server, salma, noura } = await startWithAll(start)
    const lesson = (pages: string) => ({ 'lessons/01-water.yaml': `id: tea-water\ntitle: The water\npages:\n${pages}` })
    const a = '  - { id: a, type: rich-text }\n'
    const why = '  - { id: why, type: text-response, textContent: "Why fresh?" }\n'
    for (const pages of [a + why, a]) {
      await server.importCourse(courseFolder(lesson(pages)))
      await server.services.catalogue.refresh()
    }
    await answer(noura, 'It tastes better', { lessonId: 'tea-water', pageId: 'why', pageNumber: 2 })
    const about = { lessonId: 'tea-water', pageId: 'why' }
    expect((await answersOf(salma, noura)).answers).toMatchObject([
      {
        ...about,
        pageTitle: 'Why fresh?',
        lessonTitle: 'The water',
        words: ['It tastes better'],
        isToReview: true,
        isGone: true,
      },
    ])
    await salma.call(markReviewed, { params: { uid: noura.uid }, body: about })
    const rows = (await salma.call(getInbox, {})).data
    expect(rows.find(({ uid }) => uid === noura.uid)).toMatchObject({ toReview: 0 })
    const body = { to: noura.uid, content: encodeText('Well said'), type: 'disciple' as const, about }
    const { data } = await salma.call(sendMessage, { body })
    expect(data.about).toMatchObject({ pageTitle: 'Why fresh?', answer: 'It tastes better' })
  })

  test('an answer is a list of at most a hundred texts, and empty texts are not shown', async () => {
    const { salma, noura } = await castOn(server)
    await answer(noura, ['3', ...Array<string>(98).fill(''), ' '])
    expect((await answersOf(salma, noura)).answers).toMatchObject([{ words: ['3'] }])
    await expect(answer(noura, Array<string>(101).fill(''))).rejects.toMatchObject({ status: 400 })
  })

  test('a person can write the escape for the character that no text may have', async () => {
    const { salma, noura } = await castOn(server)
    const written = ['\\u0000', 'C:\\users\\u0000', '\\\\u0000 means zero']
    await salma.call(saveReplies, { body: { replies: written } })
    expect((await salma.call(getSavedReplies, {})).data).toEqual(written)
    await answer(noura, written)
    expect((await answersOf(salma, noura)).answers).toMatchObject([{ words: written }])
    for (const wrong of ['\0', '\\\0', 'a\\\\\0'])
      await expect(answer(noura, wrong)).rejects.toMatchObject({ status: 400 })
  })

  test('the largest allowed number of saved replies, each of the largest length, is stored', async () => {
    const { salma } = await castOn(server)
    const replies = Array.from({ length: SAVED_REPLIES_LIMIT }, (_, at) => `${10 + at}`.padEnd(SAVED_REPLY_LIMIT, 'ๆ'))
    await salma.call(saveReplies, { body: { replies } })
    expect((await salma.call(getSavedReplies, {})).data).toEqual(replies)
    for (const tooMuch of [[...replies, 'one more'], [`${replies[0]}x`]])
      await expect(salma.call(saveReplies, { body: { replies: tooMuch } })).rejects.toMatchObject({ status: 400 })
  })
})

function allPages({ services: { catalogue } }: TestServer) {
  const lessonIds = catalogue.courses().flatMap(course => course.lessonIds)
  return lessonIds.flatMap(lessonId =>
    (catalogue.lessonOf(lessonId)?.pageIds ?? []).map((pageId, index) => ({ lessonId, pageId, pageNumber: index + 1 })),
  )
}

async function answer(who: Person, answer: StoredAnswer, { lessonId = LESSON, ...where }: Where = {}): Promise<void> {
  const body = { userId: who.uid, pageId: PAGE.id, pageNumber: PAGE.number, ...where, answer }
  await who.call(logPage, { params: { lessonId }, body })
}

async function answersOf(mentor: Person, { uid }: Person, before?: number) {
  const query = before === undefined ? {} : { before: String(before) }
  return (await mentor.call(getLearner, { params: { uid }, query })).data
}
