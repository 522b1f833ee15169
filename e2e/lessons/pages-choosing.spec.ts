import type { Page } from '@playwright/test'
import { personOf } from '../people.ts'
import { storedRows } from '../stored-rows.ts'
import { eventsOf, finishPage, logsOf, openPage, playToTheEnd, servePages } from '../study.ts'
import { expect, test } from '../test.ts'
import { mainButton } from './lesson-walk.ts'

const LESSON = 'first-aid-en-cuts'
const ERROR = 'rgb(167, 21, 25)'
const SUCCESS = 'rgb(30, 174, 90)'

const wordsOn = (page: Page) => ({ bank: page.locator('.bank'), places: page.locator('.slot') })

test('Noura chooses by touch, from one page to the next', async ({ page, server }) => {
  const [logs, events] = [logsOf(page), eventsOf(page)]
  const picks = () => events.map(({ name, params }) => [name, params.answer_index])
  const noura = await openPage(page, server, { lessonId: LESSON, pageId: 'first-step' })

  await test.step('one answer: a wrong one is marked and blocks the button, the right one unblocks it', async () => {
    const [missed, right] = [
      page.locator('.choice', { hasText: 'powder' }),
      page.locator('.choice', { hasText: 'Press' }),
    ]
    await expect(page.getByRole('radio')).toHaveCount(4)
    await missed.tap()
    await expect(missed.locator('i')).toHaveCSS('border-color', ERROR)
    await expect(missed.locator('.icon')).toBeVisible()
    await expect(page.locator('.choice .icon')).toHaveCount(1)
    await expect(page.getByRole('status')).toContainText('Not quite yet')
    await expect(page.getByRole('status')).toContainText('can carry germs into the cut')
    await expect(mainButton(page)).toHaveAttribute('disabled', '')
    await right.tap()
    await expect(right).toHaveClass(/is-right/)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    await expect(page.getByRole('status')).toContainText('Well done!')
    await mainButton(page).tap()
    await expect(page).toHaveURL(/\/4$/)
    const log = { pageId: 'first-step', pageNumber: 3, answer: 'press', totalPages: 9 }
    await expect.poll(() => logs.splice(0)).toMatchObject([log])
    const at = { lesson_id: LESSON, page_id: 3 }
    await expect
      .poll(() => events)
      .toEqual([
        { name: 'answer_select', params: { ...at, answer_index: 2 } },
        { name: 'answer_deselect', params: { ...at, answer_index: 2 } },
        { name: 'answer_select', params: { ...at, answer_index: 1 } },
      ])
    events.length = 0
  })

  await test.step('several answers: any number can be chosen, and each can be taken back', async () => {
    await page.getByText('Plasters').tap()
    await page.getByText('Gloves').tap()
    await expect(mainButton(page)).toHaveText('Continue (2)')
    for (const name of ['Plasters', 'Gloves']) await page.getByText(name).tap()
    await expect(mainButton(page)).toBeDisabled()
    await page.getByText('Gloves').tap()
    await mainButton(page).tap()
    await expect.poll(() => logs).toMatchObject([{ pageId: 'kit', answer: ['gloves'] }])
    await expect.poll(picks).toEqual([
      ['answer_select', 1],
      ['answer_select', 3],
      ['answer_deselect', 1],
      ['answer_deselect', 3],
      ['answer_select', 3],
    ])
    logs.length = events.length = 0
  })

  await test.step('answers to explore open their texts, and a sound among them plays to its end', async () => {
    await expect(page.getByText('0 of 3 explored')).toBeVisible()
    await expect(mainButton(page)).toHaveAttribute('disabled', '')
    await page.getByText('A surface scrape').tap()
    await expect(page.getByText('Only the top of the skin')).toBeVisible()
    await expect(mainButton(page)).toBeEnabled()
    await page.getByText('A deep cut', { exact: true }).tap()
    await expect(mainButton(page)).toBeDisabled()
    await expect(page.getByText('Listen to the end to go on')).toBeVisible()
    await page.getByText('Read instead of listening').tap()
    await expect(page.getByText('get medical help')).toBeVisible()
    await playToTheEnd(page.locator('audio'))
    await expect(mainButton(page)).toBeEnabled()
    await page.getByText('A surface scrape').tap()
    await mainButton(page).tap()
    await expect.poll(() => logs).toMatchObject([{ pageId: 'kinds', answer: ['deep'] }])
    await expect.poll(picks).toEqual([
      ['answer_select', 0],
      ['answer_select', 2],
      ['answer_deselect', 0],
    ])
    logs.length = 0
  })

  await test.step('words in a wrong order are marked, stay on the page and can be corrected', async () => {
    const { bank, places } = wordsOn(page)
    const size = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 430 })
    await expect(bank, 'words that take nearly half of the screen').toBeInViewport({ ratio: 1 })
    if (size) await page.setViewportSize(size)
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(bank.getByText('pressure'), 'a word has an edge').toHaveCSS('border-top-style', 'solid')
    await page.emulateMedia({ forcedColors: null })
    for (const word of ['pressure', 'clean gauze']) await bank.getByText(word).tap()
    await expect(mainButton(page)).toHaveAttribute('disabled', '')
    await bank.getByText('running water').tap()
    await mainButton(page).tap()
    await expect(page.getByRole('status')).toContainText('1 is in place, 2 to go')
    await expect(page.getByRole('status')).toContainText('First stop the bleeding')
    await expect(places.nth(0)).toHaveCSS('border-color', SUCCESS)
    for (const wrong of [1, 2]) await expect(places.nth(wrong)).toHaveCSS('border-color', ERROR)
    await expect(page).toHaveURL(/\/6$/)
    expect(logs).toEqual([])
    for (const wrong of [1, 2]) await places.nth(wrong).tap()
    await expect(places.nth(1)).toHaveText('Pick a word')
    // The place that was touched last is filled first.
    await bank.getByText('clean gauze').tap()
    await bank.getByText('running water').tap()
    await mainButton(page).tap()
    await expect(page).toHaveURL(/\/7$/)
    await expect.poll(() => logs).toMatchObject([{ pageId: 'words', answer: ['pressure', 'water', 'gauze'] }])
    expect(logs).toMatchObject([{ firstAnswer: ['pressure', 'gauze', 'water'], tries: 2 }])
  })

  await test.step('if no answer is marked correct, all are accepted', async () => {
    await openPage(page, server, { lessonId: 'first-aid-en-calm', pageId: 'what-calms', person: noura })
    await expect(mainButton(page)).toBeDisabled()
    await page.getByLabel('Counting to ten').check()
    await expect(page.getByText('Counting gives the mind something simple')).toBeVisible()
    await expect(page.locator('.is-wrong, .is-right, .choice .icon')).toHaveCount(0)
    await expect(mainButton(page)).toBeEnabled()
  })
})

test('Yousef chooses after a reload, by keyboard, with a mouse and once more', async ({ page, server }) => {
  const yousef = await personOf(server)

  await test.step('the first pick is logged with the answer, also after a reload between them', async () => {
    const logs = logsOf(page)
    await openPage(page, server, { lessonId: LESSON, pageId: 'first-step', person: yousef })
    const choice = (text: string) => page.locator('.choice', { hasText: text })
    await choice('powder').tap()
    await expect(choice('powder')).toHaveClass(/is-wrong/)
    await page.reload()
    await expect(choice('powder')).toHaveClass(/is-wrong/)
    await choice('Press').tap()
    await mainButton(page).tap()
    await expect.poll(() => logs).toMatchObject([{ answer: 'press', firstAnswer: 'powder', tries: 2 }])
    await test.step('opened again, the page shows the answer, also after another wrong pick', async () => {
      await page.getByRole('button', { name: 'Previous page' }).tap()
      await expect(choice('Press')).toHaveClass(/is-right/)
      await choice('powder').tap()
      await expect(choice('powder')).toHaveClass(/is-wrong/)
      await page.reload()
      await expect(choice('Press')).toHaveClass(/is-right/)
      await expect(choice('powder')).not.toHaveClass(/is-wrong/)
    })
    await test.step('so it does on a phone with a wrong pick, when the answer comes from another one', async () => {
      const kept = JSON.stringify([yousef.session.uid, LESSON, 'first-step', 'multichoice'])
      await page.evaluate(key => localStorage.setItem(key, '"powder"'), `sbs.draft ${kept}`)
      await page.reload()
      await expect(choice('Press')).toHaveClass(/is-right/)
    })
  })

  await test.step('a choice that an author removed since the last visit is not counted, and one that is new is kept', async () => {
    await openPage(page, server, { lessonId: LESSON, pageId: 'kit', person: yousef })
    const saved = () => storedRows<{ kind: string }>(page, 'step-by-step-data', 'queries')
    await expect.poll(async () => (await saved()).map(({ kind }) => kind)).toContain('lesson')
    await finishPage(yousef, LESSON, 'kit', ['gauze', 'gloves', 'blanket'])
    await servePages(page, LESSON, own =>
      own.map(one => {
        const answers = one.options?.answers as { id: string; text: string }[]
        if (one.id !== 'kit') return one
        const [, ...others] = answers
        return { ...one, options: { answers: [...others, { id: 'blanket', text: 'A blanket' }] } }
      }),
    )
    // The phone shows the saved lesson of the last visit first, and the server's lesson afterwards.
    const url = `**/disciple/v2/lessons/${LESSON}`
    const isAnswered = () => expect(page.getByRole('checkbox', { name: 'Gloves' })).toBeChecked()
    await page.route(url, async route => {
      await isAnswered()
      await route.fallback()
    })
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'A blanket' })).toBeChecked()
    await isAnswered()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(mainButton(page)).toHaveText('Continue (2)')
    await page.unroute(url)
  })

  await openPage(page, server, { lessonId: LESSON, pageId: 'words', person: yousef })
  const { bank, places } = wordsOn(page)

  await test.step('a place can be chosen and emptied by keyboard', async () => {
    await places.nth(2).press('Enter')
    const word = page.locator('.bank .chip:focus')
    await expect(word, 'a screen reader says what it completes').toHaveAccessibleDescription('Then we cover it with')
    await bank.getByText('clean gauze').press('Enter')
    await expect(places.nth(2)).toHaveText('clean gauze')
    // The focus first moves to the next word: a key that is pressed during the move would do nothing.
    await expect(page.locator('.bank .chip:focus')).toHaveCount(1)
    await places.nth(2).press('Space')
    await expect(places.nth(2)).toHaveText('Pick a word')
  })

  await test.step('a mouse drags a word to its place', async () => {
    for (const [word, place] of [
      ['running water', 2],
      ['pressure', 0],
    ] as const) {
      const [from, to] = [bank.getByText(word), places.nth(place)]
      // The part under the bottom bar is no place to drop a word.
      await to.evaluate(element => element.scrollIntoView({ block: 'center' }))
      await from.hover()
      await page.mouse.down()
      const { x = 0, y = 0, width = 0, height = 0 } = (await to.boundingBox()) ?? {}
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 })
      await page.mouse.up()
      await expect(to).toHaveText(word)
    }
    await expect(places.nth(1)).toHaveText('Pick a word')
  })

  await test.step('trying again removes the wrong words and leaves the right ones', async () => {
    await bank.getByText('clean gauze').tap()
    await mainButton(page).tap()
    await expect(mainButton(page)).toHaveText('Try again')
    await mainButton(page).tap()
    await expect(places).toHaveText([/^pressure/, 'Pick a word', 'Pick a word'])
    for (const word of ['running water', 'clean gauze']) await bank.getByText(word).tap()
    await mainButton(page).tap()
    await expect(page).toHaveURL(/\/7$/)
  })
})
