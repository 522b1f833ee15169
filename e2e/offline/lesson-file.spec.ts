import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { withdrawCourseCommand } from '../../api/commands/courses/withdraw-course.ts'
import { fileOf, newServer } from '../../web/lesson-files/testing.ts'
import { command } from '../command.ts'
import { expectGood } from '../good-screens.ts'
import { cutsOf, cutsPath, mainButton, texts } from '../lessons/lesson-walk.ts'
import { test } from '../own-server.ts'
import { bringIn, type Person, personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { storedRows } from '../stored-rows.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'
import { giveRoom, hasAllScreens, savedOf, untilSaved } from './saved.ts'

const { share, file, course, phone } = texts.en

const COURSE = '/courses/first-aid-en'

/** Opens the course for a person on a phone that has visited before, and so has saved all screens. */
async function onPhone(context: BrowserContext, server: Server, who: Person): Promise<Page> {
  const page = await context.newPage()
  await bringIn(page, who)
  await page.goto(server.origin)
  await untilSaved(page, who)
  await page.goto(server.origin + COURSE)
  await expect.poll(() => hasAllScreens(page)).toBe(true)
  return page
}

/** Keeps the course, and waits until its manifests are here, too. */
async function keepCourse(page: Page): Promise<void> {
  await page.getByRole('button', { name: course.keep }).click()
  await page.getByRole('button', { name: /^Keep, / }).click()
  await expect.poll(() => signedOn(page), { timeout: 30_000 }).toBe(4)
}

/** The number of lessons on this phone that are complete and signed. */
async function signedOn(page: Page): Promise<number> {
  const downloads = await storedRows<{ state: string; signed?: unknown }>(page, 'step-by-step-data', 'downloads')
  return downloads.filter(({ state, signed }) => state === 'ready' && signed).length
}

/** Makes the file with the text and sounds of the lesson about cuts, on the screen of its course. */
async function madeBy(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: course.share }).click()
  await page.getByRole('combobox').selectOption({ value: cutsOf('en') })
  return saved(page)
}

/** Saves the file with the text and sounds of the lesson in the open sheet. */
async function saved(page: Page): Promise<Buffer> {
  await expect(page.getByRole('radio', { name: share.sound })).toBeChecked()
  await expectGood(page, 'sending a lesson')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: share.save }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Cuts and .*\.sbs\.txt$/)
  return readFileSync(await file.path())
}

async function open(page: Page, content: Uint8Array): Promise<void> {
  if (!page.url().endsWith('/phone')) await goInside(page, '/phone')
  // The bar comes late and moves the link.
  await expect(page.locator('.offline-bar')).toBeVisible()
  await page.getByRole('link', { name: phone.openFile }).click()
  await choose(page, content)
}

/** Chooses another file in place of the refused one. The app need not be loaded again. */
async function openOther(page: Page, content: Uint8Array): Promise<void> {
  await page.getByRole('button', { name: file.otherFile }).click()
  await choose(page, content)
}

async function choose(page: Page, content: Uint8Array): Promise<void> {
  const name = 'lesson.sbs.txt'
  await page.locator('[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
}

/** Changes what the phone has saved, as if an earlier visit had saved it so. */
async function changeSaved(page: Page, kind: string, data: unknown): Promise<void> {
  await page.evaluate(
    async ([kind, data]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open('step-by-step-data'))
      const store = db.transaction('queries', 'readwrite').objectStore('queries')
      for (const row of await done(store.getAll())) if (row.kind === kind) await done(store.put({ ...row, data }))
      db.close()
    },
    [kind, data] as const,
  )
}

const says = (page: Page, title: string) => expect(page.getByRole('heading', { name: title })).toBeVisible()

test('a lesson goes from phone to phone without a network, and on from there; a bad file is refused, and the share sheet takes a good one', async ({
  browser,
  context,
  own: server,
  watch,
}) => {
  // This uses two phones, one after the other, on a machine that may be busy.
  test.slow()
  const [noura, yousef] = [await personOf(server), await personOf(server)]
  const herPhone = await browser.newContext()
  const hers = await onPhone(herPhone, server, noura)
  await keepCourse(hers)
  const his = await onPhone(context, server, yousef)
  await test.step('the share sheet of the phone gets a file, and gives one to the installed app', () =>
    sharesInSheet(his, server))
  await server.stop()
  await hers.reload()
  const made = await madeBy(hers)
  await herPhone.close()

  await his.reload()
  await test.step('a file that is not whole, not ours or not known is refused with a sentence of its own', () =>
    refusesBadFiles(his, made, server))
  await test.step('a good one is added, opens, and goes on to the next phone', () => addsGoodFile(his, made))
  await test.step('a later edition stays, an earlier one gives way', () => hasOtherEditions(his, made, yousef))

  // Meanwhile the course is no longer for him, but his phone does not know that.
  await server.start()
  const [kept] = await his.evaluate(async () => (await (await caches.open('sbs.media')).keys()).map(({ url }) => url))
  // If the file is opened by itself, it has the policy of the server, which lets it run nothing.
  watch.expectSilence()
  watch.expected.push(/violates the following Content Security Policy directive: "default-src 'none'"/)
  const alone = await context.newPage()
  expect((await alone.goto(kept as string))?.fromServiceWorker()).toBe(false)
  await alone.close()
  await command(server, withdrawCourseCommand, 'first-aid-en')
  await his.goto(server.origin)
  await expect.poll(() => savedOf(his, yousef)).not.toHaveProperty('lesson')
})

async function refusesBadFiles(page: Page, made: Buffer, server: Server): Promise<void> {
  const changed = Buffer.from(made)
  changed[changed.length - 1] = (changed.at(-1) as number) ^ 1
  const elsewhere = async (issuer: string) =>
    Buffer.from(await (await fileOf(await newServer(issuer, 'theirs'))).arrayBuffer())
  const files: [Uint8Array, keyof typeof file][] = [
    [made.subarray(0, made.length - 1), 'cut'],
    [Buffer.alloc(0), 'cut'],
    [changed, 'forged'],
    [await elsewhere('https://other.example.org'), 'foreign'],
    [await elsewhere(server.origin), 'unknownKey'],
    [Buffer.from('step-by-step lesson 2\nof next year'), 'newFormat'],
    [Buffer.from('Meet you at nine. '.repeat(30)), 'other'],
  ]
  for (const [at, [content, kind]] of files.entries()) {
    await (at === 0 ? open : openOther)(page, content)
    await says(page, file[kind])
    // Only for a file that names a lesson of ours, there is a link to the lesson.
    const isNamed = content === changed || content.length === made.length - 1
    await expect(page.getByRole('link', { name: file.online })).toHaveCount(isNamed ? 1 : 0)
    // The other files differ only in their sentences.
    if (at === 0 || kind === 'other') await expectGood(page, `a lesson file that is ${kind}`)
  }
  await openOther(page, changed)
  await page.getByRole('link', { name: file.online }).click()
  await expect(page).toHaveURL(new RegExp(cutsPath('en')))
  await giveRoom(page.context(), page, 1000)
  await open(page, made)
  await page.getByRole('button', { name: /Add it/ }).click()
  await says(page, file.noRoom)
  await expect(page.getByText(/It needs \d+\skB/)).toBeVisible()
  await expectGood(page, 'no room for a lesson file')
  await page.getByRole('link', { name: file.makeRoom }).click()
  await expect(page).toHaveURL(/\/phone$/)
  expect(await page.evaluate(async () => (await caches.open('sbs.media')).keys().then(keys => keys.length))).toBe(0)
  await giveRoom(page.context(), page, 1_000_000_000)
}

/** Yousef gets the lesson with its sound only. */
async function addsGoodFile(page: Page, made: Buffer): Promise<void> {
  await open(page, made)
  await says(page, file.good)
  await expectGood(page, 'a good lesson file')
  await page.getByRole('button', { name: /Add it/ }).click()
  await says(page, file.added)
  await page.getByRole('link', { name: file.open }).click()
  await expect(page).toHaveURL(new RegExp(cutsPath('en')))
  await expect(mainButton(page)).toBeVisible()
  await open(page, made)
  await says(page, file.here)
  await goInside(page, '/phone')
  await page.getByRole('button', { name: course.share }).click()
  await expect(page.getByText(/^\d+\skB, with a connection$/)).toHaveCount(1)
  expect(await saved(page)).toEqual(made)
  await page.keyboard.press('Escape')
}

async function hasOtherEditions(page: Page, made: Buffer, yousef: Person): Promise<void> {
  const { lesson } = (await savedOf(page, yousef)) as { lesson: { lesson: { changedAt: number } } }
  const { changedAt } = lesson.lesson
  await changeSaved(page, 'lesson', { ...lesson, lesson: { ...lesson.lesson, changedAt: changedAt + 1 } })
  await open(page, made)
  await says(page, file.old)
  await expectGood(page, 'a lesson file of an older edition')
  await changeSaved(page, 'lesson', { ...lesson, lesson: { ...lesson.lesson, changedAt: changedAt - 1 }, pages: [] })
  await open(page, made)
  await page.getByRole('button', { name: /Add it/ }).click()
  await says(page, file.added)
  expect(await savedOf(page, yousef)).toMatchObject({ lesson })
  const { courses } = (await savedOf(page, yousef)) as { courses: { id: string }[] }
  await changeSaved(
    page,
    'courses',
    courses.filter(({ id }) => id !== 'first-aid-en'),
  )
  // The courses are read when the app is loaded.
  await page.reload()
  await open(page, made)
  await says(page, file.noCourse)
  await changeSaved(page, 'courses', courses)
}

async function sharesInSheet(page: Page, server: Server): Promise<void> {
  const made = await madeBy(page)
  await page.evaluate(() => {
    const given: File[] = []
    Object.assign(navigator, {
      given,
      canShare: ({ files }: { files: File[] }) =>
        files.every(({ name, type }) => /\.txt$/.test(name) && type === 'text/plain'),
      share: async ({ files }: { files: File[] }) => {
        given.push(...files)
        if (given.length === 1) throw new DOMException('', 'NotAllowedError')
      },
    })
  })
  // The next sheet asks what the browser can share.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: course.share }).click()
  await page.getByRole('combobox').selectOption({ value: cutsOf('en') })
  await page.getByRole('button', { name: share.do }).click()
  // The press was too long ago, so the browser does not open the share sheet yet.
  await expect(page.getByText(share.made)).toBeVisible()
  await page.getByRole('button', { name: share.do }).click()
  const given = () => page.evaluate(() => (navigator as never as { given: File[] }).given.map(({ name }) => name))
  await expect.poll(given).toHaveLength(2)
  await page.getByRole('combobox').selectOption('All 4 lessons')
  await page.getByRole('button', { name: share.do }).click()
  await expect.poll(given).toHaveLength(6)
  expect(new Set((await given()).slice(2)).size).toBe(4)

  await sendToApp(page, made)
  await says(page, file.good)
  await page.reload()
  await says(page, file.choose)

  // Nobody is signed in: the file waits for a person.
  const session = await page.evaluate(() => localStorage.getItem('sbs.session') as string)
  await page.evaluate(() => localStorage.removeItem('sbs.session'))
  await sendToApp(page, made)
  await expect(page).toHaveURL(/login/)
  await page.evaluate(session => localStorage.setItem('sbs.session', session), session)
  await page.goto(server.origin)
  await says(page, file.good)
}

/** Sends the file as Android does, to the share target of the manifest. */
async function sendToApp(page: Page, content: Buffer): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate(
    content => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/lesson-file' })
      form.enctype = 'multipart/form-data'
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' })
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(content)], 'lesson.sbs.txt', { type: 'text/plain' }))
      input.files = files.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [...content],
  )
  await loaded
}
