import type { Page } from '@playwright/test'
import { recorderOn } from '../media/recorder.ts'
import { mentorWith, talk } from '../messages/talking.ts'
import { bringIn, type Person, personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, lessonPath, pagesOf } from '../study.ts'
import { expect, test } from '../test.ts'
import { cutsOf, mainButton, texts } from './lesson-walk.ts'

const CUTS = cutsOf('en')
const CALM = 'first-aid-en-calm'

/**
 * The storage that the version before left on a phone, with its keys written out: they must not change, or people lose
 * their drafts when the app is updated.
 */
type Stored = { drafts?: Record<string, string | string[]>; recordings?: { uid: string; place: string }[] }

/** Opens a page of the same origin that loads nothing of the app, and stores there. */
async function storeAsBefore(page: Page, { origin }: Server, { drafts = {}, recordings = [] }: Stored): Promise<void> {
  await page.route('**/nothing', route => route.fulfill({ contentType: 'text/html', body: '<title>Nothing</title>' }))
  await page.goto(`${origin}/nothing`)
  await page.evaluate(
    async ([drafts, recordings]) => {
      for (const [key, draft] of Object.entries(drafts)) localStorage.setItem(key, JSON.stringify(draft))
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('step-by-step-recordings', 1)
        opening.onupgradeneeded = () => {
          const pieces = opening.result.createObjectStore('pieces', { keyPath: 'order', autoIncrement: true })
          pieces.createIndex('at', ['uid', 'place'])
          pieces.createIndex('uid', 'uid')
        }
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('pieces', 'readwrite')
          for (const row of recordings)
            transaction
              .objectStore('pieces')
              .add({ ...row, mp3: new Uint8Array([0xff, 0xfb, 0xa0, 0xc4]), seconds: 3, recordedAt: Date.now() })
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          transaction.onabort = () => reject(transaction.error)
        }
      })
    },
    [drafts, recordings] as const,
  )
}

/** The last page of the lesson about cuts takes a text or a recording. */
async function openLastPage(page: Page, server: Server, noura: Person): Promise<void> {
  await finishPage(noura, CUTS, 'kit-this-year')
  await page.goto(server.origin + lessonPath(CUTS, 9))
}

test('what Noura wrote and heard in the version before is there after the update', async ({ page, server }) => {
  const noura = await personOf(server)
  const { uid } = noura.session
  const [, sound] = await pagesOf(noura, CALM)
  await bringIn(page, noura)
  await storeAsBefore(page, server, {
    drafts: {
      [`sbs.draft ["${uid}","${CUTS}","last-time","text-response"]`]: 'I helped my brother',
      [`sbs.draft ["${uid}","${CALM}","three-steps media"]`]: [String(sound?.avFilename)],
      [`sbs.draft ["${uid}","home","last-opened"]`]: CUTS,
    },
  })
  await finishPage(noura, CALM, 'start')
  await finishPage(noura, CUTS, 'pressure')
  await page.goto(server.origin)
  await expect(page.locator('.go-on')).toContainText('Lesson 2, page 3 of 9')
  await openLastPage(page, server, noura)
  await expect(page.getByRole('textbox', { name: texts.en.lesson.answer })).toHaveValue('I helped my brother')

  await page.goto(server.origin + lessonPath(CALM, 2))
  await expect(page.getByRole('group', { name: 'Sound' })).toBeVisible()
  await expect(mainButton(page)).toBeEnabled()
})

test('so are recorded answers, messages, and a voice for the mentor', async ({ page, server }) => {
  const { mentor, learner: noura } = await mentorWith(server)
  const { uid } = noura.session
  await bringIn(page, noura)
  await storeAsBefore(page, server, {
    drafts: {
      [`sbs.draft ["${uid}","messages","mentor"]`]: 'My neighbour fell',
      [`sbs.draft ["${mentor.session.uid}","messages","${uid}"]`]: 'Wash it first',
    },
    recordings: [
      { uid, place: '["messages","mentor"]' },
      { uid, place: `["${CUTS}","last-time"]` },
    ],
  })

  await test.step('a recorded answer', async () => {
    await openLastPage(page, server, noura)
    await expect(recorderOn(page).delete).toBeVisible()
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('a message, and a voice for the mentor', async () => {
    await page.goto(`${server.origin}/messages`)
    await expect(talk(page).box).toHaveValue('My neighbour fell')
    await expect(recorderOn(page).delete).toBeVisible()
  })

  await test.step('a mentor’s reply, in the list and in its conversation', async () => {
    await bringIn(page, mentor)
    await page.goto(`${server.origin}/messages`)
    await expect(page.getByText('Wash it first')).toBeVisible()
    await page.goto(`${server.origin}/messages/${uid}`)
    await expect(talk(page).box).toHaveValue('Wash it first')
  })
})
