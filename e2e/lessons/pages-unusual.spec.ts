import type { Page as LessonPage } from '../../contract/lessons.ts'
import { doubleLetters } from '../good-screens.ts'
import { bringIn, personOf } from '../people.ts'
import { finishPage, goInside, lessonPath, logsOf, openPage, pagesOf, serveCourse, servePages } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { mainButton } from './lesson-walk.ts'

const LESSON = 'first-aid-en-cuts'
const AT_START = { lessonId: LESSON, pageId: 'start' }
const HOSTILE = `<h1>Read on</h1>
  <img src="x" onerror="window.harmed = 1"><img src="https://evil.test/x.png">
  <a href="javascript:window.harmed = 2">a link</a> <a href="https://kind.test/page">a good link</a>
  <iframe src="https://evil.test/"></iframe><script>window.harmed = 3</script><style>body { display: none }</style>
  <svg onload="window.harmed = 4"><script>window.harmed = 5</script></svg>
  <p style="background: url(https://evil.test/y)" onclick="window.harmed = 6"><b>plain words</b></p>`
const HOSTILE_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="window.harmed = 1">
    <script>window.harmed = 2</script><image href="https://evil.test/a.png"/><use href="https://evil.test/b.svg#c"/>
    <a href="javascript:window.harmed = 3"><circle r="9"/></a><circle r="4" onclick="window.harmed = 4"/>
    <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.harmed = 5"/></body></foreignObject>
  </svg>`

test('dangerous markup in a text is shown as words, and in a drawing only drawn: nothing in it runs or is loaded', async ({
  page,
  server,
  watch,
}) => {
  // The browser reports a violation of the content security policy as soon as it parses the markup.
  watch.expected.push(/violates the following Content Security Policy directive/)
  const fetched: string[] = []
  page.on('request', request => fetched.push(request.url()))
  const answers = [
    { id: 'a', text: 'Open me', detailContent: `**bold**\n\n[a trap](javascript:alert(1))\n\n${HOSTILE}` },
  ]
  await servePages(page, LESSON, () => [
    { id: 'start', type: 'explore-options', textContent: HOSTILE, options: { answers } },
  ])
  await serveCourse(page, { svg: HOSTILE_DRAWING })
  await openPage(page, server, AT_START)
  await page.getByText('Open me').click()
  await expect(page.locator('.detail b, .detail strong').first()).toHaveText('bold')
  await expect(page.locator('main b', { hasText: 'plain words' })).toHaveCount(2)
  for (const paragraph of await page.locator('main p', { hasText: 'plain words' }).all()) await paragraph.click()
  await page.getByText('a link').first().click()
  await page.getByText('a trap').click()
  await expect(page.locator('main').locator('iframe, script, style, img, [onclick], [style*=url]')).toHaveCount(0)
  // The link to the mentor, which every page has, is loaded later.
  const links = page.locator('main a:not([href="/messages"])')
  expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual([
    'https://kind.test/page',
    'https://kind.test/page',
  ])
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  expect(fetched.filter(url => url.includes('evil.test'))).toEqual([])

  await test.step('a drawing', async () => {
    await goInside(page, '/')
    await expect(page.locator('.emblem svg')).toHaveAttribute('viewBox', '0 0 9 9')
    await page.locator('.emblem svg circle').last().click({ force: true })
    await expect(page.locator('.emblem').locator('script, image, use, a, foreignObject, img, [onclick]')).toHaveCount(0)
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
    expect(fetched.filter(url => url.includes('evil'))).toEqual([])
  })
})

test('Noura begins lessons of ours, and gets pages that no course of ours has', async ({ page, server, watch }) => {
  const noura = await personOf(server)
  const [, { avFilename } = {}] = await pagesOf(noura, 'first-aid-en-calm')
  let pages: (own: LessonPage[]) => object[] = own => own
  await servePages(page, LESSON, own => pages(own))
  /** Opens the first page of the lesson for somebody who has not done anything yet. */
  const openStart = (served: (own: LessonPage[]) => object[]) => {
    pages = served
    return openPage(page, server, AT_START)
  }

  await test.step('an opening page has the brand colour, with the number and the name of its lesson', async () => {
    await openPage(page, server, { ...AT_START, person: noura })
    await expect(page.locator('.lesson.intro')).toHaveCSS('background-color', 'rgb(1, 172, 198)')
    await expect(page.getByText('Lesson 2')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Cuts and small bleeds' })).toBeVisible()
    await expect(mainButton(page)).toHaveText('Let’s begin')
    await page.goto(server.origin + lessonPath('first-aid-en-burns'))
    await mainButton(page).click()
    await expect(page.getByRole('heading', { name: 'Cool water first' })).toBeVisible()
    await expect(page.locator('main strong', { hasText: 'twenty minutes' })).toBeVisible()
    await expect(page.locator('.lesson.intro')).toHaveCount(0)
    await expect(page.getByText('Lesson 3')).toHaveCount(0)
    await expect(mainButton(page)).toHaveText('Next')
  })

  await test.step('a picture of a course is shown in the text, and one that broke off comes with the network', async () => {
    watch.expected.push(FAILED_REQUEST)
    await page.route('**/media/*.svg', route => route.abort(), { times: 1 })
    await openPage(page, server, { lessonId: 'first-aid-en-calm', pageId: 'door-note', person: noura })
    const picture = page.getByRole('img', { name: /pinned beside a front door/ })
    await expect(picture).toBeVisible()
    const width = () => picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : undefined))
    await expect.poll(width).toBe(0)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(width).toBeGreaterThan(0)
  })

  const logs = logsOf(page)
  await test.step('an unknown type of page shows its text and continues', async () => {
    await openStart(([start, second]) => [
      { ...start, type: 'hologram', rank: 2, textContent: '<h1>Look</h1>', buttonText: 'Go' },
      second ?? {},
    ])
    await expect(page.getByRole('heading', { name: 'Look' })).toBeVisible()
    await expect(mainButton(page)).toHaveText('Go')
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    await expect.poll(() => logs.splice(0)).toMatchObject([{ pageId: 'start', pageNumber: 1, totalPages: 2 }])
  })

  await test.step('a wide table scrolls by itself with doubled letters, and the number at the end of a slider is in one line', async () => {
    const options = { max: 1_000_000, minLabel: 'Never in my whole life, and not even once', maxLabel: 'Always' }
    await openStart(() => [
      { id: 'start', type: 'rich-text', textContent: `<table><tr>${'<td>Second</td>'.repeat(6)}</tr></table>` },
      { id: 'end', type: 'number', options },
    ])
    await expect(page.locator('main table')).toBeVisible()
    await doubleLetters(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await doubleLetters(page, false)
    await mainButton(page).click()
    const ends = page.locator('.scale b')
    await expect(ends.last()).toHaveText('1,000,000')
    const lines = await ends.last().evaluate(end => {
      const range = document.createRange()
      range.selectNodeContents(end)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    logs.splice(0)
  })

  await test.step('answers without hidden texts can be explored, too, and stored marks of right ones block nothing', async () => {
    const answers = [
      { id: 'a', text: 'One', isCorrect: true },
      { id: 'b', text: 'Two' },
    ]
    for (const type of ['multiselect', 'explore-options']) {
      await openStart(() => [{ id: 'start', type, options: { answers } }])
      const two = page.getByRole('checkbox', { name: 'Two' })
      await expect(page.locator(`main.lesson-page-${type}`)).toBeVisible()
      await two.check()
      await expect(mainButton(page)).toBeEnabled()
      await two.uncheck()
      await expect(mainButton(page)).toBeDisabled()
    }
  })

  await test.step('an answer can have a sound, which plays and blocks nothing', async () => {
    const answers = [
      { id: 'a', text: 'One', avFilename },
      { id: 'b', text: 'Two' },
    ]
    await openStart(() => [{ id: 'start', type: 'multichoice', options: { answers } }])
    await page.getByRole('button', { name: 'Play' }).tap()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.getByRole('radio', { name: 'Two' }).check()
    await expect(mainButton(page)).toBeEnabled()
  })

  await test.step('the right order of words is that of correctOrder', async () => {
    const blanks = [
      { id: 'b', text: 'second', correctOrder: 2 },
      { id: 'a', text: 'first', correctOrder: 1 },
      { id: 'c', text: 'third', correctOrder: 3 },
    ]
    await openStart(([start, next]) => [{ ...start, type: 'match-blanks', options: { blanks } }, next ?? {}])
    for (const word of ['second', 'first', 'third']) await page.locator('.bank').getByText(word).tap()
    await mainButton(page).click()
    await expect(page.locator('.slot.is-wrong')).toHaveCount(2)
    for (const place of [0, 1]) await page.locator('.slot').nth(place).tap()
    await page.locator('.slot').nth(0).tap()
    for (const word of ['first', 'second']) await page.locator('.bank').getByText(word).tap()
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    await expect.poll(() => logs).toMatchObject([{ answer: ['a', 'b', 'c'] }])
  })
})

test('a lesson that cannot be loaded is shown as an error', async ({ page, server, watch }) => {
  watch.expected.push(FAILED_REQUEST)
  const errorBody = (message: string) => ({ success: false, error: { code: 'internal', message } })
  let answer: { status: number; json: object } | undefined
  await page.route(`**/lessons/${LESSON}`, (route, request) =>
    answer && request.resourceType() !== 'document' ? route.fulfill(answer) : route.continue(),
  )
  const [alert, again] = [page.getByRole('alert'), page.getByRole('button', { name: 'Try again' })]
  const lesson = page.getByRole('heading', { name: 'Cuts and small bleeds' })
  // A new person each time: the phone of a person who has opened the lesson before could show what it saved.
  const open = async () => {
    await bringIn(page, await personOf(server))
    await page.goto(server.origin + lessonPath(LESSON))
  }
  const expectError = async (sentence = 'Could not find lesson') => {
    await expect(alert).toContainText(sentence)
    await expect(alert).toHaveCSS('color', 'rgb(167, 21, 25)')
  }

  await test.step('it is not there, and offers no further try', async () => {
    answer = { status: 404, json: { success: false } }
    await open()
    await expectError()
    await expect(again).toHaveCount(0)
    await expect(alert).not.toContainText('Try again')
    answer = undefined
    await page.reload()
    await expect(lesson).toBeVisible()
  })

  await test.step('it fails without a word', async () => {
    answer = { status: 500, json: { success: false } }
    await open()
    await expectError()
  })

  // Each failure has another sentence than the one before it.
  for (const [name, failure, sentence] of [
    ['it fails and says why', { status: 400, json: errorBody('This lesson rests until Monday') }, 'rests until Monday'],
    ['it says no with a friendly status', { status: 200, json: { success: false } }, 'Could not find lesson'],
    ['it says why with a friendly status', { status: 200, json: { success: false, message: 'Later' } }, 'Later'],
  ] as const)
    await test.step(name, async () => {
      answer = failure
      await again.click()
      await expectError(sentence)
    })

  await test.step('another try opens it', async () => {
    answer = undefined
    await again.click()
    await expect(lesson).toBeVisible()
  })

  await test.step('it has no pages, or is unknown', async () => {
    const noura = await personOf(server)
    await finishPage(noura, LESSON, 'words')
    await bringIn(page, noura)
    await servePages(page, LESSON, () => [])
    for (const lessonId of [LESSON, 'first-aid-en-nothing']) {
      await page.goto(server.origin + lessonPath(lessonId, 4))
      await expect(page.getByRole('alert')).toContainText('Could not find lesson')
    }
    await page.locator('main').getByRole('link', { name: 'Back to the course' }).click()
    await expect(page).toHaveURL(`${server.origin}/courses/first-aid-en`)
  })
})
