import type { Page } from '@playwright/test'
import {
  doubleLetters,
  expectGood,
  expectGoodAndTurn,
  expectNoBarrier,
  inBothLanguages,
  sizes,
} from '../good-screens.ts'
import { answer, CUTS, cutsOf, cutsPath, type Language, mainButton, shown, texts } from '../lessons/lesson-walk.ts'
import { mentorWith } from '../messages/talking.ts'
import { bringIn, newEmail, newPhone, PASSWORD, personByPhone, registered } from '../people.ts'
import type { Server } from '../server.ts'
import { expectHome } from '../sign-in/auth-screens.ts'
import { goInside, openPage, serveCourse } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'

test('everybody can sign in, in both languages', async ({ page, server, watch }) => {
  test.slow()
  watch.expected.push(FAILED_REQUEST)
  await page.goto(`${server.origin}/login?lang=ar`)
  await inBothLanguages(page, language => lookAtSignIn(page, server, language))
})

async function lookAtSignIn(page: Page, server: Server, language: Language): Promise<void> {
  const t = texts[language]
  const { email } = await registered(server)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByLabel(t.login.phone)).toBeVisible()
  await expectGoodAndTurn(page, 'login')
  await page.getByRole('button', { name: t.login.country }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectGoodAndTurn(page, 'countries')
  await page.keyboard.press('Escape')
  await page.getByLabel(t.login.phone).fill(newPhone())
  await press(t.login.send)
  await expect(page.getByLabel(t.login.code)).toBeFocused()
  await expectGoodAndTurn(page, 'code')
  await page.getByLabel(t.login.yes, { exact: true }).check()
  await page.locator('#email').fill('noura')
  await press(t.login.login)
  await expect(page.locator('#password-error')).toBeVisible()
  await expectGoodAndTurn(page, 'old address, nothing filled in rightly')

  await goInside(page, '/login-email')
  await expect(page.getByRole('button', { name: t.login.login, exact: true })).toBeVisible()
  await expectGoodAndTurn(page, 'e-mail login')
  await press(t.login.login)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectGoodAndTurn(page, 'e-mail login, refused')
  await follow(t.email.register)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectGoodAndTurn(page, 'register')
  await press(t.register.create)
  await expect(page.locator('#password-error')).toBeVisible()
  await expectGoodAndTurn(page, 'register, nothing filled in')
  await follow(t.register.haveAccount)
  await follow(t.email.forgot)
  await expect(page).toHaveURL(/forgot-password/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectGoodAndTurn(page, 'forgot')
  await page.locator('#email').fill(email)
  await press(t.forgotPassword.send)
  await expect(page.locator('.alert.good')).toBeFocused()
  await expectGoodAndTurn(page, 'forgot, sent')
  await follow(t.forgotPassword.openLink)
  await expect(page.locator('#password')).toBeVisible()
  await expectGoodAndTurn(page, 'new password')
  await page.locator('#password').fill('new steps 2027')
  await press(t.resetPassword.save)
  await expect(page.locator('.alert.good')).toBeVisible()
  await expectGoodAndTurn(page, 'new password, saved')
  await page.goto(`${server.origin}/reset-password?lang=${language}&x=1#not-a-token`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectGoodAndTurn(page, 'link no longer valid')
  await goInside(page, '/login')
}

test('everybody can use the profile, the courses and all nine pages, in both languages', async ({
  page,
  server,
  watch,
}) => {
  test.slow()
  watch.expected.push(FAILED_REQUEST)
  await bringIn(page, await personByPhone(server), 'ar')
  await page.goto(server.origin)
  await inBothLanguages(page, async language => {
    const t = texts[language]
    await expectHome(page)
    await expectGoodAndTurn(page, 'home')
    await page.getByRole('button', { name: t.header.menu }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGoodAndTurn(page, 'menu')
    await page.getByRole('dialog').getByRole('link', { name: t.page.profile }).click()
    await expect(page.locator('.facts')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectGoodAndTurn(page, 'profile')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: t.account.addName }).click()
    await expectGoodAndTurn(page, 'name')
    await dialog.getByRole('textbox').fill('N'.repeat(101))
    await dialog.getByRole('button', { name: t.account.saveName }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectGoodAndTurn(page, 'name, too long')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t.merge.title }).click()
    await expectGoodAndTurn(page, 'merge')
    await dialog.getByRole('button', { name: t.merge.submit }).click()
    await expectGoodAndTurn(page, 'merge, nothing filled in')
    await dialog.getByLabel(t.login.email).fill(newEmail())
    await dialog.getByLabel(t.login.password, { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: t.merge.submit }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectGoodAndTurn(page, 'merge, refused')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t.account.erase }).click()
    await expectGoodAndTurn(page, 'erase')
    await dialog.getByRole('button', { name: t.account.erase }).click()
    await expect(page.locator('.note.warm')).toBeFocused()
    await expectGoodAndTurn(page, 'being erased')
    await page.getByRole('button', { name: t.account.keep }).click()
    await expect(page.locator('.snack')).toBeVisible()
    await expectGoodAndTurn(page, 'refused answers')
    await page.locator(`.courses a[href*="first-aid-${language}"]`).click()
    await expect(page.locator('.path')).toBeVisible()
    await expectGoodAndTurn(page, 'course')
    await goInside(page, '/courses/nowhere')
    await expect(page.getByRole('heading', { name: t.courses.notFound })).toBeVisible()
    await expectGoodAndTurn(page, 'unknown course')
    await goInside(page, cutsPath(language))
    for (const pageId of CUTS) {
      await shown(page, pageId)
      await expectGoodAndTurn(page, pageId)
      await answer[pageId]?.(page, language)
      if (pageId !== CUTS.at(-1)) await mainButton(page).click()
    }
    await goInside(page, '/')
  })
})

test('with text twice as large nothing is outside the screen, and each button shows its label', async ({
  page,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await page.goto(`${server.origin}/login`)
  await doubleLetters(page)
  for (const path of ['/login-email', '/register', '/forgot-password', '/reset-password#none', '/login']) {
    await goInside(page, path)
    await expect(page.locator('.auth-in .btn').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    const { height = 0 } = (await page.locator('.auth-in .btn.wide').first().boundingBox()) ?? {}
    expect(height, path).toBeLessThan(250)
    expect(await page.getByRole('heading', { level: 1 }).evaluate(wordsInTwoLines), path).toEqual([])
  }
  await test.step('a chosen country is read in words, not letter by letter', async () => {
    await page.getByLabel(texts.ar.login.phone).fill('+971 50 123 4567')
    const country = page.getByRole('button', { name: 'الإمارات العربية المتحدة' })
    await expect(country).toBeVisible()
    const { height = 0 } = (await country.boundingBox()) ?? {}
    expect(height, 'a flag, a name and a dial code').toBeLessThan(350)
    const arrow = await page.locator('.select .icon').boundingBox()
    const field = await country.boundingBox()
    expect(Math.abs(middleOf(arrow) - middleOf(field)), 'the arrow is in the middle').toBeLessThan(3)
  })
  await test.step('the number, the code and the two answers of a new person stay inside', async () => {
    await page.getByLabel(texts.ar.login.phone).fill(newPhone())
    await page.getByRole('button', { name: texts.ar.login.send }).click()
    await expect(page.getByLabel(texts.ar.login.no, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    for (const part of await page.locator('.pair span, .auth-in label .ltr').all()) {
      const { x = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {}
      expect(x).toBeGreaterThan(0)
      expect(height, 'no column of letters').toBeLessThan(150)
    }
  })
  await bringIn(page, await personByPhone(server), 'ar')
  await page.goto(`${server.origin}/courses`)
  await doubleLetters(page)
  for (const path of ['/', '/account', '/courses/first-aid-ar', cutsPath('ar')]) {
    await goInside(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    expect(await page.getByRole('heading', { level: 1 }).evaluate(wordsInTwoLines), path).toEqual([])
  }
  const { height = 0 } = (await mainButton(page).boundingBox()) ?? {}
  expect(height, 'two lines, not a column of letters').toBeLessThan(200)
  await test.step('a title with a long word stays inside, too', async () => {
    await serveCourse(page, { title: 'Responsibilities' })
    await page.goto(`${server.origin}/courses/first-aid-en`)
    await doubleLetters(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
  await test.step('the menu shows a name in words, and a phone number as a whole', async () => {
    await page.getByRole('button', { name: texts.ar.header.menu }).click()
    const name = page.locator('.drawer-head .name')
    const { height = Number.NaN } = (await name.boundingBox()) ?? {}
    expect(height, 'two lines').toBeLessThan(120)
    const { x = Number.NaN } = (await page.locator('.drawer-head .ltr').boundingBox()) ?? {}
    const { x: edge = Number.NaN } = (await page.locator('.drawer').boundingBox()) ?? {}
    expect(x, 'the number ends inside the menu').toBeGreaterThanOrEqual(edge)
  })
})

/** Runs in the page: the words that are broken into two lines. */
function wordsInTwoLines(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  }
  return broken
}

function middleOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height / 2 : Number.NaN
}

test('with large text or a phone in landscape a wrong answer leaves space for reading, with a mentor the first page can be read, and nothing moves for Noura, who avoids motion', async ({
  page,
  server,
}) => {
  const { learner } = await mentorWith(server)
  await openPage(page, server, { lessonId: cutsOf('ar'), pageId: 'start', language: 'ar', person: learner })
  await expect(page.getByRole('link', { name: texts.ar.messages.askAboutPage })).toBeVisible()
  await expectGood(page, 'first page, with somebody to ask')
  await openPage(page, server, { lessonId: cutsOf('ar'), pageId: 'first-step', language: 'ar', person: learner })
  const wrong = page.locator('.choice').first()
  await expect(wrong).toBeVisible()
  // The first words of the lesson have no roles, so this waits for the app.
  await expect(async () => {
    const name = await page.locator('main h1').innerText()
    await expect(page.getByRole('group', { name })).toBeVisible({ timeout: 1000 })
  }).toPass()
  const before = await wrong.boundingBox()
  await wrong.click()
  await expect(page.locator('.bottom-bar.try')).toHaveCSS('position', 'sticky')
  expect(await wrong.boundingBox(), 'it stays under the finger').toEqual(before)
  await page.setViewportSize({ width: 740, height: 360 })
  await expect(page.locator('.bottom-bar.try')).toHaveCSS('position', 'static')
  await page.setViewportSize(sizes.phone)
  await expect(page.locator('.bottom-bar.try')).toHaveCSS('position', 'sticky')
  await doubleLetters(page)
  await expect(page.locator('.bottom-bar.try')).toHaveCSS('position', 'static')
  await expect(page.locator('.feedback')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await test.step('with forced colours, choices and progress can still be seen', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openPage(page, server, { lessonId: cutsOf('en'), pageId: 'first-step', person: learner })
    const [chosen, other] = [page.getByRole('radio').nth(1), page.getByRole('radio').nth(2)]
    await chosen.check()
    const ground = (element: Element) => getComputedStyle(element).backgroundColor
    await expect
      .poll(
        async () => (await chosen.evaluate(ground)) === (await other.evaluate(ground)),
        'a chosen radio looks different',
      )
      .toBe(false)
    await expect(page.locator('.lesson-progress .progress')).toHaveCSS('border-top-style', 'solid')
    await page.getByRole('button', { name: texts.ar.header.menu }).click()
    const saver = page.getByRole('switch').first()
    await saver.click()
    await expect(saver).toBeChecked()
    const knob = saver.locator('i')
    const onGround = await knob.evaluate(i => getComputedStyle(i, '::before').backgroundColor)
    expect(onGround, 'a switch that is on shows where its knob is').not.toBe(await knob.evaluate(ground))
  })
  await test.step('who asks for more contrast gets text of 7 to 1, and edges', async () => {
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
    await expect(page.locator('.drawer').getByRole('separator').first()).toHaveCSS(
      'border-top-color',
      'rgb(102, 124, 132)',
    )
    await expectNoBarrier(page, 'the menu', 'html', 'color-contrast-enhanced')
    await page.keyboard.press('Escape')
    await expectNoBarrier(page, 'a question', 'html', 'color-contrast-enhanced')
    await openPage(page, server, { lessonId: cutsOf('ar'), pageId: 'start', language: 'ar', person: learner })
    await expect(page.getByRole('link', { name: texts.ar.messages.askAboutPage })).toBeVisible()
    await expectNoBarrier(page, 'first page', 'html', 'color-contrast-enhanced')
  })
  await test.step('nothing moves for Noura, who avoids motion', async () => {
    await page.emulateMedia({ contrast: 'no-preference' })
    await page.evaluate(() => localStorage.setItem('sbs.language', 'en'))
    await page.addInitScript(noteMotion)
    await page.goto(`${server.origin}${cutsPath('en')}/3`)
    await answer['first-step']?.(page, 'en')
    await mainButton(page).click()
    await shown(page, 'kit')
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('button', { name: texts.en.header.menu }).click()
    await page.getByRole('dialog').getByRole('link', { name: texts.en.page.profile }).click()
    await page.getByRole('button', { name: texts.en.account.addName }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // The line that says that the next screen is loading may come a moment later.
    const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
    expect(moved.filter(what => !what.endsWith('.pending appear'))).toEqual([])
  })
})

/** Runs in the page: notes each animation and transition. */
function noteMotion(): void {
  const moved: string[] = []
  for (const type of ['animationstart', 'transitionrun'])
    addEventListener(type, event => {
      const { animationName, propertyName, pseudoElement } = event as AnimationEvent & TransitionEvent
      const { localName, className } = event.target as Element
      moved.push(`${localName}.${className}${pseudoElement} ${animationName ?? propertyName}`)
    })
  Object.assign(window, { moved })
}
