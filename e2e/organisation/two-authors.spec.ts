import type { Browser, Page } from '@playwright/test'
import { createCourse } from '../../contract/organisation/courses.ts'
import { type Draft, editDraft, getDraft, getDraftText } from '../../contract/organisation/drafts.ts'
import type { Change } from '../../contract/organisation/edits.ts'
import { expectGood, expectGoodOnBoth, sizes } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, newAuthor, type Person } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'

test.use({ viewport: sizes.wide, actionTimeout: 10_000 })

test('Reem and Huda write one course at once, and one of them without a network', async ({ own, page, browser }) => {
  test.slow()
  const reem = await firstOwner(own)
  const huda = await newAuthor(own)
  const { id } = (await reem.call(createCourse, { body: { title: 'Tea', language: 'en' } })).data
  const params = { id }
  const lesson = `${id}-1`
  await write(reem, id, ...['start', 'water', 'pour'].flatMap(key => pageOf(lesson, key)))
  const at = (key: string) => `${own.origin}/org/courses/${id}/edit/${lesson}/${key}`
  await bringIn(page, reem)
  await page.goto(at('water'))
  const { page: other, context } = await hudasScreen(browser, huda)
  await other.goto(at('water'))

  // Each author sees the other's letter at the page where the other is. Edits of different fields are combined.
  await expect(page.getByRole('link', { name: /About water .*is here/ })).toBeVisible()
  await expect(other.getByRole('link', { name: /About water .*is here/ })).toBeVisible()
  await openMore(page)
  await openMore(other)
  await page.getByRole('textbox', { name: 'Words on the button' }).fill('I know')
  await text(other).click()
  await other.keyboard.press('Control+End')
  await other.keyboard.type(' Fresh.')
  await expect(other.getByRole('textbox', { name: 'Words on the button' })).toHaveValue('I know')
  await expect(text(page)).toContainText('Fresh.')

  // Huda loses the network. Both write in the same field. Of the pages that Huda edits, Reem moves one and deletes one.
  await context.setOffline(true)
  await other.getByRole('textbox', { name: 'Words on the button' }).fill('To the kettle')
  for (const [name, words] of [
    ['pour', ' Slowly.'],
    ['start', ' Hello.'],
  ] as const) {
    await other.getByRole('link', { name: new RegExp(`About ${name}`) }).click()
    await text(other).click()
    await other.keyboard.press('Control+End')
    await other.keyboard.type(words)
  }
  await expect(other.getByText(/kept on this device/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Words on the button' }).fill('To the water')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  await write(reem, id, { op: 'move', path: ['lessons', lesson, 'pages', 'pour'], after: null })
  await page.getByRole('link', { name: /About start/ }).click()
  await page.getByRole('button', { name: 'Delete the page' }).click()
  await expect(page.getByRole('link', { name: /About start/ })).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('About water')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  await context.setOffline(false)

  // The page `pour` is moved and edited. The deleted page is back, with the edit. Both texts of the one field wait.
  await expect(other.getByText('Draft, saved')).toBeVisible({ timeout: 40_000 })
  const pages = async () => (await reem.call(getDraft, { params })).data.lessons[0]?.pages ?? []
  await expect.poll(async () => (await pages()).map(({ key }) => key).sort()).toEqual(['pour', 'start', 'water'])
  const [first] = await pages()
  expect(first).toMatchObject({ key: 'pour', fields: { textContent: expect.stringContaining('Slowly.') } })
  expect((await pages()).find(({ key }) => key === 'start')?.fields.textContent).toContain('Hello.')
  await expect(other.getByText('What you changed had been deleted. It is there again')).toBeVisible()
  await expect(page.getByText('What you deleted is there again: somebody else has changed it.')).toBeVisible()
  const both = page.getByRole('region', { name: 'Two people wrote here' })
  await expect(both).toContainText('To the water')
  await expect(both).toContainText('To the kettle')
  await expect(both, 'each text has a name or a number').not.toContainText('Somebody')
  await expectGoodOnBoth(page, 'two texts for one field')
  await both.getByRole('button', { name: 'Keep this one' }).last().click()
  await expect(both).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Words on the button' })).toHaveValue('To the kettle')

  // The text that was not chosen is kept at its page, and one press puts it back.
  await page.getByText('A text that was not chosen').click()
  await expect(page.getByText('Kept here for 30 days.')).toBeVisible()
  await expectGood(page, 'a text that was not chosen')
  await page.getByRole('button', { name: 'Put it in the place of the present one' }).click()
  await expect(page.getByRole('textbox', { name: 'Words on the button' })).toHaveValue('To the water')
  await context.close()

  await test.step('a type and a colour are shown in the words of the forms', async () => {
    const type = ['lessons', lesson, 'pages', 'water', 'type']
    const note = ['course', 'note']
    await write(reem, id, { op: 'set', path: type, from: 'rich-text', to: 'video' })
    await write(reem, id, { op: 'set', path: note, from: undefined, to: '#d9480f' })
    await writeLate(huda, id, { op: 'set', path: type, from: 'rich-text', to: 'text-response' })
    await writeLate(huda, id, { op: 'set', path: note, from: undefined, to: '#1971c2' })
    await expect(both).toContainText('Film')
    await expect(both).toContainText('In their own words')
    await goInside(page, `/org/courses/${id}/edit`)
    await expect(both).toContainText('Colour 1')
    await expect(both).toContainText('Colour 4')
    await expect(both).not.toContainText('#')
    await expectGoodOnBoth(page, 'two colours')
    await both.getByRole('button', { name: 'Keep this one' }).first().click()
    await goInside(page, at('water').slice(own.origin.length))
    await both.getByRole('button', { name: 'Keep this one' }).first().click()
    await expect(both).toHaveCount(0)
    await write(reem, id, { op: 'set', path: type, from: 'video', to: 'rich-text' })
    // Two tabs of one author are not two people.
    const hint = ['lessons', lesson, 'pages', 'water', 'hint']
    await write(huda, id, { op: 'set', path: hint, to: 'In one tab' })
    await writeLate(huda, id, { op: 'set', path: hint, to: 'In the other tab' })
    const byOne = page.getByRole('region', { name: 'Two texts for one field' })
    await expect(byOne).toContainText('In the other tab')
    await byOne.getByRole('button', { name: 'Keep this one' }).first().click()
    await expect(byOne).toHaveCount(0)
  })

  // The preview shows the app in its other language, with data saving. Then it shows the whole lesson from its start.
  const phone = page.frameLocator('.phone-frame iframe')
  await page.getByRole('button', { name: 'App in العربية' }).click()
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(phone.locator('main')).toHaveAttribute('dir', 'ltr')
  await page.getByRole('button', { name: 'Data saver' }).click()
  await page.getByRole('button', { name: 'App in العربية' }).click()
  await page.getByRole('button', { name: 'From the start' }).click()
  await expect(page.getByRole('button', { name: 'Back to the page' }), 'where the focus goes').toBeFocused()
  for (const name of ['pour', 'start', 'water']) {
    await expect(phone.getByRole('heading', { name: `About ${name}` })).toBeVisible()
    await phone.getByRole('button', { name: name === 'water' ? 'To the water' : 'Next', exact: true }).click()
  }
  await expect(page.getByText(/^3 taps, /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This is the way through the lesson' })).toBeFocused()
  await expectGood(page, 'a lesson from its start')
  await page.getByRole('button', { name: 'Back to the page' }).click()
  await expect(phone.getByRole('heading', { name: 'About water' })).toBeVisible()

  // She duplicates a lesson, puts it first, deletes it and undoes that.
  await page.locator('.outline .of-lesson a').click()
  await page.getByRole('button', { name: 'Duplicate the lesson' }).click()
  await expect(page.locator('.outline .of-lesson a').nth(1)).toHaveAttribute('aria-current', 'page')
  await page.getByRole('textbox', { name: 'Title of the lesson' }).fill('Coffee')
  await page.getByRole('link', { name: 'About the course' }).click()
  await page.getByRole('button', { name: 'Move: Coffee', exact: true }).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(page.locator('.outline .of-lesson a').first()).toContainText('Coffee')
  await expectGood(page, 'the order of lessons')
  await expect(page.getByText('Draft, saved')).toBeVisible()
  expect((await reem.call(getDraft, { params })).data.lessons.map(({ fields }) => fields.title)).toEqual([
    'Coffee',
    'Tea',
  ])
  await page.locator('.outline .of-lesson a').first().click()
  await page.getByRole('button', { name: 'Delete the lesson' }).click()
  await expect(page.locator('.outline .of-lesson')).toHaveCount(1)
  await page.locator('.ed-bar').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.outline .of-lesson')).toHaveCount(2)
  // The bar that offers to undo the deletion is gone: a press now would undo something else.
  await expect(page.locator('.undo-bar button')).toHaveCount(0)

  // The course in the other language says at each page what has changed since both were compared.
  const body = { title: 'الشاي', language: 'ar', copyOf: id } as const
  const { id: arabic } = (await reem.call(createCourse, { body })).data
  await goInside(page, `/org/courses/${id}/edit`)
  // Another course has the same title: its lessons and its day tell the two apart.
  const { id: alike } = (await reem.call(createCourse, { body: { title: 'الشاي', language: 'ar' } })).data
  await goInside(page, '/org/courses')
  await goInside(page, `/org/courses/${id}/edit`)
  const option = (value: string) => page.locator(`option[value="${value}"]`)
  await expect(option(arabic)).toHaveText(/الشاي.* \(Draft · 2 lessons · changed .+\)/)
  await expect(option(alike)).toHaveText(/الشاي.* \(Draft · 1 lesson · changed .+\)/)
  await page.getByRole('combobox', { name: /The same course/ }).selectOption(arabic)
  await page.getByRole('button', { name: 'Make them a pair' }).click()
  await expect(page.getByText('No page waits to be looked at.')).toBeVisible()
  const twin = ['lessons', `${arabic}-1`, 'pages', 'water', 'textContent']
  const from = valueIn((await reem.call(getDraft, { params: { id: arabic } })).data, 'water')
  await write(reem, arabic, { op: 'set', path: twin, from, to: '# عن الماء' })
  await page.reload()
  await expect(page.getByText('One page has changed there since both were looked at:')).toBeVisible()
  await expectGoodOnBoth(page, 'a page changed in the other language')
  await page
    .locator('.plain-list')
    .getByRole('link', { name: /About water/ })
    .click()
  await expect(page.getByText('This page has changed in the other language')).toBeVisible()
  await expectGoodOnBoth(page, 'at a page that changed in the other language')
  await page.getByRole('link', { name: 'Open it there' }).click()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('عن الماء')
  await page.goBack()
  await page.getByRole('button', { name: 'Looked at, fine' }).click()
  await expect(page.getByText('This page has changed in the other language')).toHaveCount(0)

  // A page that no form can show is not shown as empty: its file is shown as it is written, and can be corrected.
  await write(reem, id, {
    op: 'insert',
    path: ['lessons', lesson, 'pages'],
    value: { id: 'odd', type: 'puzzle', textContent: 'Twelve pieces' },
    after: null,
  })
  await page.goto(at('odd'))
  const source = page.getByRole('textbox', { name: 'This part cannot be read' })
  await expect(source).toHaveValue(/type: puzzle\n\s+textContent: Twelve pieces/)
  await expectGood(page, 'a page of an unknown type')
  const mended = (await source.inputValue()).replace('type: puzzle', 'type: rich-text')
  await source.fill(mended)
  await page.reload()
  await expect(source, 'what was written in it').toHaveValue(mended)
  await page.getByRole('button', { name: 'Try with this text' }).click()
  await expect(text(page)).toContainText('Twelve pieces')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(source).toHaveValue(/type: puzzle/)
  // Huda changes the file while Reem writes in it. Huda's text stays, and Reem can copy hers.
  await source.fill(mended)
  await write(huda, id, { op: 'set', path: ['lessons', lesson, 'title'], from: 'Tea', to: 'All about tea' })
  await expect(page.getByText('All about tea').first()).toBeVisible()
  await page.getByRole('button', { name: 'Try with this text' }).click()
  const notTaken = page.getByRole('alert').filter({ hasText: 'Not everything was taken' })
  await expect(notTaken.getByRole('textbox')).toHaveValue(mended)
  await expectGoodOnBoth(page, 'an edit that was not taken')
  await page.reload()
  await expect(notTaken.getByRole('textbox'), 'after the tab was closed').toHaveValue(mended)
  await notTaken.getByRole('button', { name: 'Understood' }).click()
  await expect(source).toHaveValue(/type: puzzle/)
  await source.fill((await source.inputValue()).replace('type: puzzle', 'type: rich-text'))
  await page.getByRole('button', { name: 'Try with this text' }).click()
  await expect(text(page)).toContainText('Twelve pieces')
  const [file] = (await reem.call(getDraft, { params })).data.lessons.flatMap(one =>
    one.key === lesson ? one.file : [],
  )
  const raw = (await reem.call(getDraftText, { params, query: { name: String(file) } })).data
  expect(raw.text).toContain('type: rich-text\n    textContent: Twelve pieces')
})

function valueIn({ lessons }: Draft, page: string): unknown {
  return lessons.flatMap(({ pages }) => pages).find(({ key }) => key === page)?.fields.textContent
}

function text(page: Page) {
  return page.getByRole('textbox', { name: 'Text', exact: true })
}

async function openMore(page: Page): Promise<void> {
  await page.getByText('More on this page').click()
}

function pageOf(lesson: string, key: string): Change[] {
  const path = ['lessons', lesson, 'pages']
  if (key === 'start') return [{ op: 'set', path: [...path, key, 'textContent'], from: '', to: `# About ${key}` }]
  const value = { id: key, type: 'rich-text', textContent: `# About ${key}` }
  return [{ op: 'insert', path, value, after: key === 'water' ? 'start' : 'water' }]
}

async function write(person: Person, id: string, ...changes: Change[]): Promise<void> {
  expect(await outcomesOf(person, id, ...changes)).toEqual(changes.map(() => 'done'))
}

/** Expects a conflict, because somebody else has changed the same field. */
async function writeLate(person: Person, id: string, change: Change): Promise<void> {
  expect(await outcomesOf(person, id, change)).toEqual(['conflict'])
}

async function outcomesOf({ call }: Person, id: string, ...changes: Change[]): Promise<string[]> {
  const { revision } = (await call(getDraft, { params: { id } })).data
  const edits = changes.map(change => ({ id: crypto.randomUUID(), at: Date.now(), change }))
  const { results } = (await call(editDraft, { params: { id }, body: { since: revision, edits } })).data
  return results.map(({ outcome }) => outcome)
}

async function hudasScreen(browser: Browser, huda: Person) {
  const context = await browser.newContext({ viewport: sizes.wide, locale: 'en' })
  const page = await context.newPage()
  await bringIn(page, huda)
  return { context, page }
}
