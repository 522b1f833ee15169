import { changeName } from '../../contract/account.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { becomeFirstOwner, setRoles } from '../../contract/organisation/team.ts'
import { expectGoodOnBoth, sizes } from '../good-screens.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, newPhone, personByPhone } from '../people.ts'
import { goInside } from '../study.ts'
import { expect } from '../test.ts'

test('Reem limits Omar to the people of Salma, and he sees nobody else until she takes it back', async ({
  own,
  browser,
  page,
}) => {
  const named = async (name: string, visit = {}) => {
    const person = await personByPhone(own, newPhone(), visit)
    await person.call(changeName, { body: { name } })
    return person
  }
  const reem = await named('Reem')
  await reem.call(becomeFirstOwner, { body: {} })
  const [salma, huda] = [await named('Salma Haddad'), await named('Huda Kamel')]
  for (const { session } of [salma, huda])
    await reem.call(setMentorRole, { params: { uid: session.uid }, body: { isMentor: true } })
  await named('Noura Salem', { responderId: 1 })
  const yousef = await named('Yousef Amin', { responderId: 2 })
  // Everybody who signs in gets a mentor. Omar's mentor must not be Salma.
  const omar = await named('Omar Nasser', { responderId: 2 })
  await reem.call(setRoles, { params: { uid: omar.session.uid }, body: { roles: ['coordinator'] } })

  await bringIn(page, reem)
  await page.goto(`${own.origin}/org/team`)
  const row = page.getByRole('row', { name: /Omar Nasser/ })
  await page.setViewportSize(sizes.phone)
  const { promise: late, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/org/v1/mentors', async route => {
    await late
    await route.continue()
  })
  await row.getByRole('button').click()
  await page.getByRole('radio', { name: /Only the people of some mentors/ }).check()
  await expect(page.getByText('There is no mentor yet.')).toBeHidden()
  come()
  // The list is in sight at once, on a phone, too, and even if the mentors come late.
  for (const name of ['Salma Haddad', 'Huda Kamel'])
    await expect(page.getByRole('checkbox', { name })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(sizes.wide)
  await expect(page.getByRole('button', { name: 'Save the roles' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Salma Haddad' }).check()
  await expectGoodOnBoth(page, 'limiting a coordinator')
  await page.getByRole('button', { name: 'Save the roles' }).click()
  await expect(row).toContainText(/only the people of .?Salma Haddad/)
  await expectGoodOnBoth(page, 'team with a limit')

  // The next coordinator has a limit from the first moment on.
  await page.getByRole('button', { name: 'Invite to the team' }).click()
  await page.getByLabel('Phone number').fill(newPhone())
  await page.getByRole('radio', { name: /Coordinator/ }).check()
  await page.getByRole('radio', { name: /Only the people of some mentors/ }).check()
  await page.getByRole('checkbox', { name: 'Huda Kamel' }).check()
  await expectGoodOnBoth(page, 'inviting a limited coordinator')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  const invited = page.getByRole('listitem').filter({ hasText: 'Coordinator, until' })
  await expect(invited).toContainText(/only the people of .?Huda Kamel/)

  const ofOmar = await (await browser.newContext()).newPage()
  await bringIn(ofOmar, omar)
  await ofOmar.goto(`${own.origin}/org/people`)
  // The link leads to a list where nobody changes roles.
  await expect(ofOmar.getByRole('link', { name: 'The team' })).toBeVisible()
  await expect(ofOmar.getByText(/You see only the people of .?Salma Haddad/)).toBeVisible()
  await expect(ofOmar.getByRole('row')).toHaveCount(3)
  await expect(ofOmar.getByRole('row', { name: /Noura Salem/ })).toBeVisible()
  await expect(ofOmar.getByRole('button', { name: 'Team' })).toHaveCount(0)
  await expectGoodOnBoth(ofOmar, 'people of some mentors')
  await ofOmar.getByRole('searchbox').fill('Yousef')
  await expect(ofOmar.getByText('Nobody found for')).toBeVisible()
  await goInside(ofOmar, '/org/search?q=Noura')
  await expect(ofOmar.getByRole('main').getByRole('link', { name: /Noura Salem/ })).toBeVisible()
  await expect(ofOmar.getByRole('main').getByRole('status'), 'a screen reader need not hear all').toHaveText('1 result')
  await goInside(ofOmar, `/org/people/${yousef.session.uid}`)
  await expect(ofOmar.getByRole('heading', { level: 1 })).toHaveText(/^Nobody is here at this address\./)
  await expect(ofOmar.getByRole('heading', { level: 1 })).toBeFocused()
  await ofOmar.getByRole('link', { name: 'To all people' }).click()
  await expect(ofOmar.getByRole('row')).toHaveCount(3)
  await goInside(ofOmar, '/org/team')
  await expect(ofOmar.getByRole('row', { name: /Salma Haddad .* Mentor/ })).toBeVisible()
  await expect(ofOmar.getByRole('button', { name: /Invite/ })).toHaveCount(0)
  await expect(ofOmar.getByText('Reem')).toHaveCount(0)

  await goInside(ofOmar, '/org/invite')
  const choices = ofOmar.getByLabel('To which mentor?').first().getByRole('option')
  await expect(choices).toHaveText(['Choose a mentor', 'Salma Haddad'])
  await expectGoodOnBoth(ofOmar, 'inviting to some mentors')
  await goInside(ofOmar, '/org/reports/voices')
  await expect(ofOmar.getByLabel('Mentor')).toBeVisible()
  // No invitation link leads to Salma, so there is nothing to choose.
  await expect(ofOmar.getByLabel('Invitation link')).toHaveCount(0)
  await goInside(ofOmar, '/org/reports/silent')
  await expect(ofOmar.getByText(/You see only the people of .?Salma Haddad/)).toBeVisible()

  await goInside(page, '/org/log')
  const line = page.getByRole('listitem').filter({ hasText: 'limited by' })
  await expect(line).toContainText('to the people of 1 mentor')
  await line.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('lifted by')
  await ofOmar.goto(`${own.origin}/org/people/${yousef.session.uid}`)
  await expect(ofOmar.getByRole('heading', { level: 1, name: 'Yousef Amin' })).toBeVisible()
  await expect(ofOmar.getByText(/^Only an owner erases a person/)).toBeVisible()
  await goInside(ofOmar, `/org/people/${salma.session.uid}`)
  await expect(ofOmar.getByRole('definition').filter({ hasText: /^Mentor$/ })).toBeVisible()
  await ofOmar.context().close()

  // If another role and a limit were given together, undo takes back both.
  await goInside(page, '/org/team')
  await expect(row, 'as the log has left it').not.toContainText('only the people of')
  await row.getByRole('button').click()
  await page.getByRole('checkbox', { name: /Author/ }).check()
  await page.getByRole('radio', { name: /Only the people of some mentors/ }).check()
  await page.getByRole('checkbox', { name: 'Huda Kamel' }).check()
  await page.getByRole('button', { name: 'Save the roles' }).click()
  await expect(row).toContainText(/only the people of .?Huda Kamel/)
  await goInside(page, '/org/log')
  const both = page.getByRole('listitem').first()
  await expect(both).toContainText('Roles of')
  await expectGoodOnBoth(page, 'roles and a limit in the log')
  await both.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('listitem').nth(1).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await goInside(page, '/org/team')
  await expect(row).toContainText('Coordinator')
  await expect(row).not.toContainText('Author')
  await expect(row).not.toContainText('only the people of')
})
