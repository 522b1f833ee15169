import type { Locator } from '@playwright/test'
import { setBetaCommand } from '../../api/commands/people/set-beta.ts'
import type { Course } from '../../contract/courses.ts'
import { command } from '../command.ts'
import { held } from '../held.ts'
import { mentorWith, sendAs } from '../messages/talking.ts'
import { bringIn, personOf } from '../people.ts'
import { eventsOf, fetchedAhead, finishPage, serveCourse } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

const COURSE = '/courses/first-aid-en'
const CALM = 'first-aid-en-calm'
const CUTS = 'first-aid-en-cuts'
/** How the drawing of each icon begins. */
const [TICK, BOOKMARK] = [/^M5 12.5l4.5/, /^M7 4h10/]

/** Red, green and blue of the painted colour, whatever its notation in the stylesheet. */
function painted(locator: Locator, property: 'color' | 'background-color'): Promise<number[]> {
  return locator.evaluate((element, name) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('nothing to paint on')
    canvas.fillStyle = getComputedStyle(element).getPropertyValue(name)
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }, property)
}

test('Noura comes for the first time, begins a lesson and returns', async ({ page, server }) => {
  const queries: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/courses/step-by-step')) queries.push(search)
  })
  const noura = await personOf(server)
  const toCourse = page.getByRole('link', { name: 'Back to the course' })
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await bringIn(page, noura)
  await page.goto(`${server.origin}/?x=1`)

  await test.step('each course has a card, with its name, its description, its drawing and a link', async () => {
    await expect(page.locator('.course')).toHaveCount(4)
    const card = page.locator('.course', { has: page.getByRole('heading', { name: 'First aid at home' }) })
    await expect(card).toContainText('How to act calmly in the first minutes')
    await expect(card.locator('.emblem svg')).toBeVisible()
    await expect(card.getByRole('progressbar')).toHaveCount(0)
    await card.getByRole('link', { name: 'Start' }).click()
    await expect(page).toHaveURL(`${server.origin}${COURSE}?x=1`)
    await expect(page.getByRole('heading', { level: 1, name: 'First aid at home' })).toBeVisible()
    await expect(page.locator('.emblem svg')).toBeVisible()
  })

  await test.step('nothing completed is 0', async () => {
    await expect(page.locator('.step .btn')).toHaveText(['Start here'])
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0')
  })

  const card = page.locator('.go-on')
  await test.step('home starts with the first lesson', async () => {
    await home.click()
    await expect(page).toHaveURL(`${server.origin}/?x=1`)
    await expect(card).toContainText('Lesson 1, ')
    await expect(page.locator('main .btn')).toHaveText(['Let’s begin'])
  })

  await test.step('the courses are loaded once a visit', async () => {
    await expect(page.locator('.course')).toHaveCount(4)
    expect(queries).toEqual([''])
  })

  await test.step('after a lesson, the course shows the new progress', async () => {
    await page.getByRole('link', { name: /First aid at home/ }).click()
    await page.getByRole('link', { name: /Cuts/ }).click()
    await page.getByRole('button', { name: 'Let’s begin' }).click()
    await expect(page).toHaveURL(/\/2\?x=1$/)
    await toCourse.click()
    await expect(page.locator('.step').nth(1)).toContainText('You stopped at page 2 of 9')
    await expect(page.getByText('13%')).toBeVisible()
  })

  await test.step('home starts with the lesson where Noura stopped last', async () => {
    await finishPage(noura, CALM, 'start')
    await finishPage(noura, CUTS, 'pressure')
    await page.goto(`${server.origin}${COURSE}/lessons/${CUTS}/3?x=1`)
    await toCourse.click()
    await home.click()
    await expect(card).toContainText('Lesson 2, page 3 of 9')
    // The bar and its text stand in one line.
    const [bar, figure] = [await card.getByRole('progressbar').boundingBox(), await card.locator('.time').boundingBox()]
    expect(figure?.y).toBeLessThan((bar?.y ?? 0) + (bar?.height ?? 0))
    await card.getByRole('link', { name: 'Continue the lesson' }).click()
    await expect(page).toHaveURL(`${server.origin}${COURSE}/lessons/${CUTS}/3?x=1`)
  })

  await test.step('a course that is new since the last visit is not called missing while the list is on its way', async () => {
    const all = '**/courses/step-by-step'
    await page.route(all, async route => {
      const reply = await (await route.fetch()).json()
      await route.fulfill({ json: { ...reply, data: reply.data.filter(({ id }: Course) => id !== 'first-steps-en') } })
    })
    await page.goto(server.origin)
    await expect(page.locator('.course')).toHaveCount(3)
    await fetchedAhead(page)
    await page.unroute(all)
    const letGo = await held(page, all)
    await page.goto(`${server.origin}/courses/first-steps-en`)
    await fetchedAhead(page)
    await expect(page.getByRole('heading', { name: 'could not be found' })).toHaveCount(0)
    letGo()
    await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible()
    await page.unroute(all)
  })

  await test.step('beta courses are asked for only by people who see them', async () => {
    await command(server, setBetaCommand, '--uid', noura.session.uid)
    queries.length = 0
    await page.goto(server.origin)
    await expect(page.locator('.course')).toHaveCount(4)
    await expect.poll(() => queries.at(-1)).toBe('?beta=1')
  })
})

test('Yousef goes through a course to its end', async ({ page, server, watch }) => {
  const events = eventsOf(page)
  const { mentor, learner: yousef, name } = await mentorWith(server)
  await finishPage(yousef, CALM, 'own-story', 'My mother was calm')
  await finishPage(yousef, CUTS, 'pressure')
  await bringIn(page, yousef)
  await page.goto(`${server.origin}${COURSE}?x=1`)
  const steps = page.locator('.step')

  await test.step('a started lesson counts half and a complete one whole; each step has its sign', async () => {
    await expect(steps).toHaveText([/Stay calm/, /Cuts/, /Burns/, /Choking/])
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', '38')
    await expect(page.getByText('38%')).toBeVisible()
    await expect(steps.nth(0).locator('.node path')).toHaveAttribute('d', TICK)
    await expect(steps.nth(1).locator('.node path')).toHaveAttribute('d', BOOKMARK)
    await expect(steps.nth(0)).toContainText('Complete')
    await expect(steps.nth(1)).toContainText('You stopped at page 3 of 9')
    await expect(page.locator('.step .btn')).toHaveText(['Continue here'])
    await expect(steps.nth(2).locator('.node')).toHaveText('3')
  })

  await test.step('a press on “Keep the course” counts, also if the code behind it arrives during the press', async () => {
    await page.evaluate(() => localStorage.setItem('sbs.downloads', '1'))
    const letGo = await held(page, '**/assets/course-download-*.js')
    await page.reload()
    await page.getByRole('button', { name: 'Keep the course' }).hover()
    await page.mouse.down()
    letGo()
    await expect(page.locator('.keep.stack'), 'the code is here').toBeVisible()
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Keep this course' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Keep the course' })).toBeFocused()
    await page.evaluate(() => localStorage.removeItem('sbs.downloads'))
  })

  await test.step('a press on “Back to the course” counts, also if the lesson arrives during the press', async () => {
    const letGo = await held(page, '**/disciple/v2/lessons/*')
    await page.getByRole('link', { name: /Cuts/ }).click()
    await expect(page.locator('main')).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('link', { name: 'Back to the course' }).hover()
    await page.mouse.down()
    letGo()
    await expect(page.locator('main')).not.toHaveAttribute('aria-busy')
    await page.mouse.up()
    await expect(page).toHaveURL(`${server.origin}${COURSE}?x=1`)
  })

  await test.step('any lesson opens where it stopped, otherwise at its beginning; only a new one counts as started', async () => {
    for (const [name, address] of [
      ['Stay calm', `${COURSE}/lessons/${CALM}?x=1`],
      ['Cuts', `${COURSE}/lessons/${CUTS}/3?x=1`],
      ['Choking', `${COURSE}/lessons/first-aid-en-choking?x=1`],
    ] as const) {
      await page.getByRole('link', { name: new RegExp(name) }).click()
      await expect(page).toHaveURL(server.origin + address)
      await page.getByRole('link', { name: 'Back to the course' }).click()
      await expect(page).toHaveURL(`${server.origin}${COURSE}?x=1`)
    }
    await expect.poll(() => events).toEqual([{ name: 'lesson_start', params: { lesson_id: 'first-aid-en-choking' } }])
  })

  await test.step('signs have the colour of the course, and in Arabic its digits', async () => {
    await serveCourse(page, { note: '#800080' })
    await page.evaluate(() => localStorage.setItem('sbs.language', 'ar'))
    await page.reload()
    await expect(steps.nth(2).locator('.node')).toHaveText('٣')
    const [complete, started] = [page.locator('.is-complete .node'), page.locator('.is-started .node').first()]
    await expect(complete).toBeVisible()
    const [red = 0, green = 0, blue = 0] = await painted(complete, 'background-color')
    expect(red, 'purple is more red than green').toBeGreaterThan(green + 50)
    expect(blue, 'and more blue than green').toBeGreaterThan(green + 50)
    expect(await painted(started, 'color')).toEqual([red, green, blue])
    await page.unrouteAll()
    await page.evaluate(() => localStorage.setItem('sbs.language', 'en'))
  })

  await test.step('everything completed is 100', async () => {
    for (const [lessonId, last] of [
      [CUTS, 'last-time'],
      ['first-aid-en-burns', 'own-kitchen'],
      ['first-aid-en-choking', 'who-else'],
    ] as const)
      await finishPage(yousef, lessonId, last, 'So it went')
    const about = { lessonId: CUTS, pageId: 'last-time' }
    await sendAs(mentor, yousef.session.uid, 'Almost. Which side first?', { about })
    await sendAs(mentor, yousef.session.uid, 'I loved your answer about cuts.', { about })
    await sendAs(mentor, yousef.session.uid, 'This is about nothing in the course.')
    await page.evaluate(() => history.replaceState({ finished: 'first-aid-en-choking' }, ''))
    await page.reload()
    // The first one, because the sheet has a progress bar, too.
    await expect(page.getByRole('progressbar').first()).toHaveAttribute('value', '100')
    const sheet = page.getByRole('dialog', { name: 'You finished the course' })
    await expect(sheet).toContainText('Cool a burn in its first minutes')
    await expect(sheet.getByRole('figure')).toHaveText(
      new RegExp(`A word from .*${name}.*I loved your answer about cuts.$`),
    )
    await expect(sheet.getByText('Today, a step')).toBeAttached()
    await expect(sheet.getByRole('link', { name: /Next course: .*First steps/ })).toHaveAttribute(
      'href',
      /\/first-steps-en(\?x=1)?$/,
    )
    await sheet.getByRole('link', { name: 'Next course' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('100%')).toBeVisible()
    await expect(sheet, 'coming back does not praise again').toHaveCount(0)
    await page.goto(server.origin)
    await expect(page.locator('.course', { hasText: 'First aid at home' })).toContainText('Complete')
  })

  await test.step('without its code the lesson is praised; the next time in the same visit the course is', async () => {
    watch.expected.push(FAILED_REQUEST)
    await page.route('**/assets/course-end-*.js', route => route.abort())
    await page.goto(server.origin + COURSE)
    // The progress that was saved on the phone may be older.
    await expect(page.getByText('100%')).toBeVisible()
    const finish = () =>
      page.evaluate(() => {
        history.replaceState({ finished: 'first-aid-en-choking' }, '')
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      })
    await finish()
    const praise = page.getByRole('dialog', { name: 'Another step forward!' })
    await expect(praise).toBeVisible()
    await page.unroute('**/assets/course-end-*.js')
    await praise.getByRole('button', { name: 'Back to the course' }).click()
    await expect(praise).toHaveCount(0)
    await finish()
    await expect(page.getByRole('dialog', { name: 'You finished the course' })).toBeVisible()
  })
})

test('Rania sees courses as their authors wrote them', async ({ page, server, watch }) => {
  const fetched: string[] = []
  page.on('request', request => fetched.push(request.url()))
  await bringIn(page, await personOf(server))

  await test.step('an error with a message is shown, and an error without one gets our own text', async () => {
    for (const [answer, sentence] of [
      [{ success: false }, 'Could not find courses'],
      [{ success: false, message: 'Courses rest today' }, 'Courses rest today'],
    ] as const) {
      await page.route('**/courses/step-by-step*', route => route.fulfill({ json: answer }))
      await page.goto(server.origin)
      await expect(page.getByRole('alert')).toHaveText(sentence)
    }
    await page.unrouteAll()
  })

  await test.step('a course has its configured colour, and grey if the colour is invalid', async () => {
    for (const [note, colour] of [
      ['#ff0000', [255, 0, 0]],
      ['', [119, 134, 140]],
      ['red;background:url(//evil.test)', [119, 134, 140]],
      ['url(//evil.test)', [119, 134, 140]],
    ] as const) {
      await serveCourse(page, { note })
      await page.goto(server.origin)
      expect(await painted(page.locator('.steps'), 'color'), note).toEqual(colour)
    }
    expect(fetched.filter(url => url.includes('evil'))).toEqual([])
  })

  await test.step('the description is shown without markup, and a picture is shown if there is no drawing', async () => {
    await page.route('**/media/icon.png', route =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    await serveCourse(page, { description: '<p>a <b>b</b></p>', svg: '', image: 'icon.png' })
    await page.goto(server.origin)
    await expect(page.locator('.course p').first()).toHaveText('a b', { useInnerText: true })
    await expect(page.locator('.emblem svg')).toHaveCount(0)
    await expect(page.locator('.emblem img')).toHaveAttribute('src', /\/icon\.png$/)
    await page.getByRole('link', { name: 'First aid at home' }).click()
    await expect(page.locator('.emblem img')).toBeVisible()
  })

  await test.step('a picture that cannot be loaded gives its place to the first letter of the title', async () => {
    watch.expected.push(FAILED_REQUEST)
    await page.route('**/media/gone.png', route => route.abort())
    await serveCourse(page, { svg: '', image: 'gone.png' })
    await page.goto(server.origin)
    await expect(page.locator('.emblem')).toHaveText('F')
    await expect(page.locator('.emblem img')).toHaveCount(0)
  })
})
