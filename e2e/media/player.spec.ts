import type { Page } from '@playwright/test'
import { answer, cutsPath, mainButton } from '../lessons/lesson-walk.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import {
  eventsOf,
  fetchedAhead,
  finishPage,
  goInside,
  lessonPath,
  logsOf,
  openPage,
  pagesOf,
  servePages,
} from '../study.ts'
import { expect, test } from '../test.ts'

const LESSON = 'first-aid-en-cuts'
const back = (page: Page) => page.getByRole('button', { name: 'Previous page' })
const forward = (page: Page) => page.getByRole('button', { name: 'Next page' })

test('Noura finds her way in a lesson', async ({ page, server, watch }) => {
  const noura = await personOf(server)
  const at = (rest: string) => `${server.origin}${cutsPath('en')}${rest}?x=1`

  await test.step('no lesson is loaded before a person is signed in', async () => {
    const requests: string[] = []
    page.on('request', request => {
      if (request.url().includes('/disciple/')) requests.push(request.url())
    })
    await page.goto(server.origin + cutsPath('en'))
    await expect(page).toHaveURL(/\/login/)
    expect(requests).toEqual([])
    await bringIn(page, noura)
  })

  await test.step("the main button cannot skip, and the browser's back button returns to the page before", async () => {
    const events = eventsOf(page)
    await page.goto(at(''))
    await mainButton(page).click()
    await expect(page).toHaveURL(at('/2'))
    await page.goBack()
    await expect(page).toHaveURL(at(''))
    await expect(forward(page)).toBeEnabled()
    await forward(page).click()
    await expect(page).toHaveURL(at('/2'))
    await expect
      .poll(() => events.filter(({ name }) => name.startsWith('lesson_')))
      .toEqual([{ name: 'lesson_skip_forward', params: { lesson_id: LESSON, from_page_id: 1, to_page_id: 2 } }])
  })

  await test.step('forward leads as far as pages are completed, back to the first, and each adds an entry to the history', async () => {
    await finishPage(noura, LESSON, 'pressure')
    await page.goto(at(''))
    await expect(back(page)).toHaveAttribute('disabled', '')
    const [logs, events] = [logsOf(page), eventsOf(page)]
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    await forward(page).click()
    await expect(page).toHaveURL(at('/2'))
    await forward(page).click()
    await expect(page).toHaveURL(at('/3'))
    expect(await entries()).toBe(before + 2)
    await expect(forward(page)).toHaveAttribute('disabled', '')
    await back(page).click()
    await expect(page).toHaveURL(at('/2'))
    await back(page).click()
    await expect(page).toHaveURL(at(''))
    expect(await entries()).toBe(before + 2)
    // Page 3 was replaced in the history, so the browser goes to the page before it.
    await page.goBack()
    await expect(page).toHaveURL(at('/2'))
    expect(logs).toEqual([])
    const skip = (name: string, from: number, to: number) => ({
      name,
      params: { lesson_id: LESSON, from_page_id: from, to_page_id: to },
    })
    await expect
      .poll(() => events.filter(({ name }) => name.startsWith('lesson_skip')))
      .toEqual([
        skip('lesson_skip_forward', 1, 2),
        skip('lesson_skip_forward', 2, 3),
        skip('lesson_skip_back', 3, 2),
        skip('lesson_skip_back', 2, 1),
      ])
  })

  await test.step('a URL leads no further than one page beyond the completed ones, and an invalid one to the first', async () => {
    await finishPage(noura, LESSON, 'first-step')
    // With another course in the URL, or an unknown one, the lesson opens in its own course.
    await page.goto(`${server.origin}/courses/nope/lessons/${LESSON}/2?x=1`)
    await expect(page).toHaveURL(at('/2'))
    // More cases are in web/lessons/navigation.test.ts.
    const open = (url: string) => page.goto(url)
    const openInside = (url: string) => goInside(page, url)
    for (const [typed, meant, opens] of [
      ['abc', '', open],
      ['1', '', openInside],
      ['2', '/2', openInside],
      ['999', '/4', open],
    ] as const) {
      await opens(at(`/${typed}`))
      await expect(page, typed).toHaveURL(at(meant))
      await expect(page.getByText(`${meant.slice(1) || 1} / 9`)).toBeVisible()
    }
  })

  await test.step('bar and counter show the position: 4 / 9, and ٤ / ٩ in Arabic', async () => {
    const bar = page.getByRole('progressbar', { name: 'Page 4 of 9' })
    await expect(bar).toHaveAttribute('value', '4')
    await expect(bar).toHaveAttribute('max', '9')
    await expect(page.getByText('4 / 9')).toBeVisible()
    expect(await pagesOf(noura, LESSON)).toHaveLength(9)
    await page.evaluate(() => localStorage.setItem('sbs.language', 'ar'))
    await page.reload()
    await expect(page.getByText('٤ / ٩')).toBeVisible()
  })

  await test.step('a person who blocks analytics can use everything else', async () => {
    watch.expected.push(/\/analytics\//)
    await page.route('**/analytics/**', route => route.abort())
    await answer.kit?.(page, 'en')
    const blocked = page.waitForEvent('requestfailed')
    await mainButton(page).click()
    await blocked
    await expect(page.getByText('٥ / ٩')).toBeVisible()
    await answer.kinds?.(page, 'en')
    await mainButton(page).click()
    await expect(page).toHaveURL(at('/6'))
    await expect.poll(async () => (await progressOf(noura, LESSON))?.lastCompleted).toBe(5)
  })
})

test('Yousef completes a lesson, comes back to it, and reads Arabic lessons in either interface', async ({
  page,
  server,
}) => {
  const yousef = await personOf(server)
  await bringIn(page, yousef)

  await test.step('a lesson is loaded once, and shows that it is loading', async () => {
    let requests = 0
    let arrive = () => {}
    const held = new Promise<void>(resolve => (arrive = resolve))
    await page.route(`**/disciple/v2/lessons/${LESSON}`, async route => {
      requests += 1
      await held
      await route.continue()
    })
    await page.goto(`${server.origin}/courses/first-aid-en`)
    await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
    await expect(page.locator('main[aria-busy=true]')).toContainText('Loading')
    arrive()
    await expect(mainButton(page)).toBeVisible()
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await page.getByRole('link', { name: /Cuts and small bleeds/ }).click()
    await expect(mainButton(page)).toBeVisible()
    expect(requests).toBe(1)
    await page.unrouteAll()
  })

  await test.step('the last page completes the lesson and leads to the course, which shows it', async () => {
    await finishPage(yousef, LESSON, 'kit', ['gauze'])
    await finishPage(yousef, 'first-aid-en-burns', 'own-kitchen', 'So it went')
    await finishPage(yousef, 'first-aid-en-choking', (await pagesOf(yousef, 'first-aid-en-choking'))[0]?.id ?? '')
    await openPage(page, server, { lessonId: LESSON, pageId: 'last-time', person: yousef })
    await expect(forward(page)).toBeDisabled()
    const [logs, events] = [logsOf(page), eventsOf(page)]
    await answer['last-time']?.(page, 'en')
    await expect(forward(page)).toBeDisabled()
    await mainButton(page).click()
    await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en`)
    await expect(page.getByText('You finished “')).toBeVisible()
    // The next lesson is complete. The lesson after that continues where he stopped.
    await page.getByRole('link', { name: 'Next lesson: Choking, in adults and children' }).click()
    await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en/lessons/first-aid-en-choking/2`)
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await expect(page.locator('.step').nth(1)).toHaveClass(/is-complete/)
    await expect(page.getByText('63%')).toBeVisible()
    await expect.poll(() => logs).toMatchObject([{ pageNumber: 9, totalPages: 9 }])
    const completed = { name: 'lesson_complete', params: { lesson_id: LESSON } }
    await expect.poll(() => events).toEqual([completed])
    // Two presses before the course screen appears finish the lesson once.
    await goInside(page, `${cutsPath('en')}/9`)
    await mainButton(page).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en`)
    await expect.poll(() => events).toEqual([completed, completed])
    await expect.poll(async () => (await progressOf(yousef, LESSON))?.status).toBe('complete')
  })

  await test.step('a double tap turns one page, so that none is completed unread', async () => {
    await openPage(page, server, { lessonId: 'first-steps-en-welcome', pageId: 'path', person: yousef })
    const logs = logsOf(page)
    // Earlier, the button would be that of the first words.
    await fetchedAhead(page)
    // The second tap of a finger comes as soon as the next page appears. A command from outside would come too late.
    await page.evaluate(async selector => {
      const tap = () =>
        document
          .querySelector(selector)
          ?.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true }))
      const first = document.querySelector('main')
      const turned = new Promise<void>(resolve => {
        new MutationObserver(() => document.querySelector('main') !== first && resolve()).observe(document.body, {
          childList: true,
          subtree: true,
        })
      })
      tap()
      await turned
      tap()
    }, '.bottom-bar-row .btn')
    await expect(page.getByText('6 / 8')).toBeVisible()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/7$/)
    await expect.poll(() => logs).toMatchObject([{ pageNumber: 5 }, { pageNumber: 6 }])
  })

  await test.step('a complete lesson stays complete when an earlier page is answered again', async () => {
    await page.goto(`${server.origin}${cutsPath('en')}/4`)
    await page.getByLabel('Gloves').check()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/5$/)
    await expect(forward(page)).toBeEnabled()
    await expect.poll(async () => (await progressOf(yousef, LESSON))?.answers.kit).toEqual(['gauze', 'gloves'])
    expect(await progressOf(yousef, LESSON)).toMatchObject({ status: 'complete', lastCompleted: 9 })
    await page.goto(`${server.origin}${cutsPath('en')}/9`)
    await expect(mainButton(page)).toBeEnabled()
    await expect(forward(page)).toBeDisabled()
  })

  await test.step('a lesson keeps its own language and direction in the other interface', async () => {
    await openPage(page, server, { lessonId: 'first-aid-ar-cuts', pageId: 'first-step', person: yousef })
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.locator('main')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('main')).toHaveCSS('direction', 'rtl')
    await expect(page.getByText('3 / 9')).toBeVisible()
    await expect(mainButton(page)).toHaveText('Next')
    await expect(page.getByText('Choose one', { exact: true })).toHaveAttribute('lang', 'en')
  })

  await test.step('the main button has the course\'s label, or "next" in the language of the interface', async () => {
    await servePages(page, 'first-aid-ar-cuts', ([start]) => [{ ...start, rank: 2, buttonText: undefined }])
    await openPage(page, server, { lessonId: 'first-aid-ar-cuts', pageId: 'start', language: 'ar' })
    await expect(mainButton(page)).toHaveText('التالي')
    await page.goto(server.origin + lessonPath('first-aid-ar-calm'))
    await expect(mainButton(page)).toHaveText('هيّا نبدأ')
  })
})
