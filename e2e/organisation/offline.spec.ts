import { changeName } from '../../contract/account.ts'
import { setRoles } from '../../contract/organisation/team.ts'
import { expectGoodOnBoth, sizeFor } from '../good-screens.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { untilSaved } from '../offline/saved.ts'
import { test } from '../own-server.ts'
import { bringIn, firstOwner, personByPhone } from '../people.ts'
import { expect } from '../test.ts'

test('people of the team who learn nothing open the app without a network, an owner in Arabic and an author in English, and read why it is empty', async ({
  context,
  own,
}) => {
  const [reem, omar] = [await firstOwner(own), await personByPhone(own)]
  await reem.call(setRoles, { params: { uid: omar.session.uid }, body: { roles: ['author'] } })
  for (const [language, person] of [
    ['ar', reem],
    ['en', omar],
  ] as const)
    await test.step(language, async () => {
      const t = texts[language]
      await person.call(changeName, { body: { name: 'Samar' } })
      const page = await context.newPage()
      await page.setViewportSize(sizeFor[language])
      await bringIn(page, person, language)
      await page.goto(`${own.origin}/org`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Samar')
      await untilSaved(page, person)
      await page.close()
      await own.stop()

      const again = await context.newPage()
      await again.setViewportSize(sizeFor[language])
      await again.goto(own.origin)
      await expect(again).toHaveURL(/\/org$/)
      await expect(again.getByRole('heading', { level: 1 })).toContainText('Samar')
      await expect(again.getByText(t.org.stale.none)).toBeVisible({ timeout: 30_000 })
      await expectGoodOnBoth(again, 'home of the organisation without a network')
      // The side of learners opens, too.
      await again.goto(`${own.origin}/courses`)
      await expect(again.getByRole('heading', { level: 1 })).toBeVisible()
      await expectGoodOnBoth(again, 'courses that were never opened, without a network')
      // A screen of the organisation that was never opened says that there is no network.
      await again.goto(`${own.origin}/org/courses`)
      await expect(again.getByRole('alert')).toBeVisible()
      await expectGoodOnBoth(again, 'a place that was never opened, without a network')

      await own.start()
      await again.goto(own.origin)
      await expect(again.getByRole('heading', { level: 1 })).toContainText('Samar')
      await expect(again.getByText(t.org.stale.none)).toHaveCount(0)
      await again.close()
    })
})
