import type { BrowserContext, Page } from '@playwright/test'
import { expectGood } from '../good-screens.ts'
import { answer, cutsOf, cutsPath, type Language, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, sendAs, talk } from '../messages/talking.ts'
import { test } from '../own-server.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import type { Server } from '../server.ts'
import { finishPage, goInside } from '../study.ts'
import { expect, FAILED_REQUEST } from '../test.ts'
import { buildsSaved, hasAllScreens, savedOf, untilSaved } from './saved.ts'

/** Opens a page for Noura in English on a phone, and waits until the phone has saved it. */
async function openedOn(context: BrowserContext, server: Server, path = '/') {
  const noura = await personOf(server)
  const page = await context.newPage()
  await bringIn(page, noura)
  await page.goto(server.origin + path)
  await untilSaved(page, noura)
  return { noura, page }
}

const bar = (page: Page, language: Language) => page.getByText(texts[language].alone.works)

test(`with the server gone, the closed app opens and takes a message, which arrives later`, async ({
  context,
  server,
  network,
}) => {
  const t = texts.ar
  const { id, mentor, learner: noura } = await mentorWith(server)
  await sendAs(mentor, noura.session.uid, 'Welcome, Noura')
  const page = await context.newPage()
  await bringIn(page, noura, 'ar')
  await page.goto(`${network.origin}/messages`)
  await expect(talk(page, 'ar').bubble('Welcome, Noura')).toBeVisible()
  await untilSaved(page, noura)
  await page.goto(network.origin)
  await expect.poll(() => savedOf(page, noura)).toHaveProperty('courses')
  await goInside(page, cutsPath('ar'))
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await expect.poll(async () => (await progressOf(noura, cutsOf('ar')))?.lastCompleted).toBe(1)
  await untilSaved(page, noura)
  // The message comes while no screen shows the conversation.
  await sendAs(mentor, noura.session.uid, 'While you read')
  await expect
    .poll(async () => (await savedOf(page, noura)).conversation)
    .toMatchObject({ messages: [{}, { from: String(id) }] })
  await expect
    .poll(async () => (await savedOf(page, noura)).user)
    .toMatchObject({ userLessonData: { [cutsOf('ar')]: { lastCompleted: 1 } } })
  await page.close()
  network.stop()

  const again = await context.newPage()
  await again.goto(network.origin)
  await expect(again.getByRole('link', { name: t.home.continue })).toBeVisible()
  await expect(bar(again, 'ar')).toBeVisible()
  await expectGood(again, `home without a network, ar`)
  await again.getByRole('link', { name: t.home.continue }).click()
  await expect(again).toHaveURL(/\/2$/)
  await goInside(again, `${cutsPath('ar')}/1`)
  await mainButton(again).click()
  await expect(again).toHaveURL(/\/2$/)
  await goInside(again, '/messages')
  await expect(talk(again, 'ar').bubble('Welcome, Noura')).toBeVisible()
  await expect(talk(again, 'ar').bubble('While you read')).toBeVisible()
  await talk(again, 'ar').say('Thank you')
  await expect(talk(again, 'ar').bubble('Thank you')).toBeVisible()
  await again.close()

  await network.start()
  const last = await context.newPage()
  await last.goto(network.origin)
  await expect(bar(last, 'ar')).toHaveCount(0)
  await goInside(last, '/messages')
  await expect(talk(last, 'ar').bubble('Thank you')).toHaveCount(1)
  // Nobody keeps the lesson on purpose, but it was opened: the list of what is on this phone says both.
  await goInside(last, '/phone')
  await expect(last.getByRole('heading', { name: t.phone.none })).toBeVisible()
  await expect(last.locator('section', { hasText: t.phone.opened }).getByRole('link')).toHaveCount(1)
  await expectGood(last, 'a lesson on this phone that was only opened')

  // The browser notices neither that its network leads nowhere, nor that it leads to the server again.
  await expect.poll(() => hasAllScreens(last)).toBe(true)
  network.stop()
  await last.goto(`${network.origin}/account`)
  await expect(last.getByRole('heading', { name: t.account.progress })).toBeVisible()
  await last.goto(`${network.origin}/courses/new-since-then`)
  await expect(last.getByRole('heading', { name: t.offline.title })).toBeVisible()
  await goInside(last, '/courses/first-aid-ar/lessons/first-aid-ar-choking')
  await expect(last.getByRole('heading', { name: t.offline.title })).toBeVisible()
  await network.start()
  await expect(last.getByRole('heading', { name: t.offline.title })).toHaveCount(0)
  await expect(mainButton(last)).toBeVisible()
})

test('behind the login page of a Wi-Fi network, and while the server is busy, Noura goes on; her other phone counts, and a sign-out leaves nothing', async ({
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { noura, page } = await openedOn(context, server, cutsPath('en'))
  // If it is set, each call gets this reply instead of the server's.
  let instead: object | undefined
  await context.route(
    ({ pathname }) => !/^\/(assets|media|icons)\/|\.\w+$/.test(pathname),
    route => (instead && route.request().resourceType() === 'fetch' ? route.fulfill(instead) : route.fallback()),
  )
  await test.step('behind the login page of a Wi-Fi network', async () => {
    instead = { contentType: 'text/html', body: '<!doctype html><h1>Log in to the Wi-Fi</h1>' }
    await page.reload()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    await expect(page.getByText('Waiting to be sent: 1 page')).toBeVisible()
  })
  await test.step('while the server is busy; what she answered arrives', async () => {
    const error = { code: 'auth/too-many-requests', message: 'Too many requests' }
    instead = { status: 429, headers: { 'Retry-After': '2' }, json: { success: false, error } }
    await page.reload()
    await answer.pressure?.(page, 'en')
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/3$/)
    await expect(page.getByText('Waiting to be sent: 2 pages')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    instead = undefined
    await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.lastCompleted, { timeout: 60_000 }).toBe(2)
  })
  await test.step('what she did on another phone counts before she is led to another page', async () => {
    await finishPage(noura, cutsOf('en'), 'kit', ['gauze'])
    await page.goto(`${server.origin}${cutsPath('en')}/4`)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await page.goto(`${server.origin}${cutsPath('en')}/5`)
    await expect(page.getByText('5 / 9')).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}${cutsPath('en')}/5`)
  })
  await test.step('after she signs out the phone has nothing of her that the next person could open', async () => {
    await goInside(page, '/')
    await page.getByRole('button', { name: texts.en.header.menu }).click()
    await page.getByRole('button', { name: texts.en.page.logout }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => savedOf(page, noura)).toEqual({})
  })
})

test('pages that Noura answers while the server is stopped arrive, a new version comes when she wants it, and offline use can be switched off', async ({
  context,
  own: server,
}) => {
  const { noura, page } = await openedOn(context, server, cutsPath('en'))
  await test.step('pages that she answers while the server is stopped arrive when it is back', async () => {
    await mainButton(page).click()
    await answer.pressure?.(page, 'en')
    await server.stop()
    await page.reload()
    await mainButton(page).click()
    await answer['first-step']?.(page, 'en')
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/4$/)
    await server.start()
    await expect.poll(async () => (await progressOf(noura, cutsOf('en')))?.lastCompleted, { timeout: 60_000 }).toBe(3)
  })
  await test.step('a new version is saved beside the one that is open, and comes when she wants it', async () => {
    expect(await buildsSaved(page)).toHaveLength(1)
    // Another setting changes the page, as another build does.
    await server.restartWith({ MEDIA_BASE_URL: `${server.origin}/media` })
    await page.goto(server.origin)
    await expect(page.getByText(texts.en.alone.newTitle)).toBeVisible()
    await expectGood(page, 'a new version is here')
    expect(await buildsSaved(page)).toHaveLength(2)
    // The page that is open continues with the files of its own build.
    await page.getByRole('button', { name: texts.en.header.menu }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: texts.en.alone.update }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForTimeout(2500)
    await expect(page.getByText(texts.en.alone.newTitle)).toHaveCount(0)
    await server.stop()
    await page.reload()
    await expect(bar(page, 'en')).toBeVisible()
  })
  await test.step('an operator who switches offline use off leaves nothing of it on the phones', async () => {
    await server.restartWith({ OFFLINE_ENABLED: 'no' })
    await page.goto(server.origin)
    await expect.poll(() => buildsSaved(page), { timeout: 60_000 }).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await buildsSaved(page)).toEqual([])
  })
})
