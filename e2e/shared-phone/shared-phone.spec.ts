import { expectGood } from '../good-screens.ts'
import { answer, cutsOf, cutsPath, mainButton } from '../lessons/lesson-walk.ts'
import { savedOf, untilSaved } from '../offline/saved.ts'
import { bringIn, progressOf, registered } from '../people.ts'
import { Server } from '../server.ts'
import { finishPage } from '../study.ts'
import { test as base, expect, FAILED_REQUEST } from '../test.ts'
import { phoneOf, storedText } from './people.ts'

/** Each journey stops its server, and the next one needs it whole. */
const test = base.extend<{ own: Server }>({
  own: async ({ watch }, use) => {
    watch.expected.push(FAILED_REQUEST)
    const server = new Server()
    await server.start()
    await use(server)
    await server.remove()
  },
  serviceWorkers: 'allow',
})

test('Noura with a PIN and Yousef share a phone without a network, and each sends only their own answers', async ({
  page,
  own: server,
}) => {
  const [noura, yousef] = [await registered(server), await registered(server)]
  const nameOf = ({ email }: { email: string }) => email.split('@')[0] as string
  const phone = phoneOf(page, server)
  for (const pageId of ['start', 'pressure']) await finishPage(noura.person, cutsOf('en'), pageId)
  await bringIn(page, noura.person)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await expect.poll(() => savedOf(page, noura.person)).toHaveProperty('lesson')
  await phone.setPin('1234')
  await expectGood(page, 'the profile of somebody with a PIN')
  await untilSaved(page, noura.person)
  await phone.add(yousef.email)
  await page.goto(server.origin + cutsPath('en'))
  await expect(mainButton(page)).toBeVisible()
  await untilSaved(page, yousef.person)
  await expect.poll(() => savedOf(page, yousef.person)).toHaveProperty('lesson')
  await server.stop()

  await mainButton(page).click()
  await expect(page).toHaveURL(/\/2$/)
  await page.goto(server.origin)
  await phone.putAside()
  await expectGood(page, 'who is learning')
  await expect.poll(() => savedOf(page, noura.person)).toEqual({})
  const text = await storedText(page)
  expect(text).not.toContain(noura.person.session.refreshToken)
  expect(text).not.toContain(noura.email)
  expect(text).toContain(yousef.email)

  await phone.face(nameOf(noura)).click()
  await expect(page.getByRole('heading', { name: /PIN/ })).toBeVisible()
  await expectGood(page, 'the PIN')
  await phone.pin.fill('٩٩٩٩')
  await expect(page.getByText('4 tries left')).toBeVisible()
  await phone.pin.fill('١٢٣٤')
  await expect(phone.home).toBeVisible()
  await page.goto(`${server.origin}${cutsPath('en')}/3`)
  await answer['first-step']?.(page, 'en')
  await mainButton(page).click()
  await expect.poll(() => storedText(page)).toContain('"pageId":"first-step"')
  await page.goto(server.origin)
  await phone.putAside()
  await expect.poll(() => storedText(page)).not.toContain('"pageId":"first-step"')

  await server.start()
  await phone.enter(nameOf(yousef))
  await expect.poll(async () => (await progressOf(yousef.person, cutsOf('en')))?.lastCompleted).toBe(1)
  expect((await progressOf(noura.person, cutsOf('en')))?.lastCompleted).toBe(2)
  await phone.putAside()
  await phone.enter(nameOf(noura), '1234')
  await expect.poll(async () => (await progressOf(noura.person, cutsOf('en')))?.lastCompleted).toBe(3)
  expect((await progressOf(yousef.person, cutsOf('en')))?.lastCompleted).toBe(1)
})
