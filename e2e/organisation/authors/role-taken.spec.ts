import { createCourse } from '../../../contract/organisation/courses.ts'
import { getDraft } from '../../../contract/organisation/drafts.ts'
import { setRoles } from '../../../contract/organisation/team.ts'
import { expectGoodOnBoth } from '../../good-screens.ts'
import { testWithoutWorker as test } from '../../own-server.ts'
import { bringIn, firstOwner, personByPhone } from '../../people.ts'
import { expect } from '../../test.ts'

test('Omar writes while Reem takes his role: he reads why it is not saved, and copies his words', async ({
  own,
  page,
}) => {
  const [reem, omar] = [await firstOwner(own), await personByPhone(own)]
  const give = (roles: ['author'] | []) => reem.call(setRoles, { params: { uid: omar.session.uid }, body: { roles } })
  await give(['author'])
  const { id } = (await omar.call(createCourse, { body: { title: 'Tea', language: 'en' } })).data
  await bringIn(page, omar)
  await page.goto(`${own.origin}/org/courses/${id}/edit`)
  const title = page.getByRole('textbox', { name: /title/i }).first()
  await expect(title).toHaveValue('Tea')
  await give([])
  await title.fill('Tea of my grandmother')
  await expect(page.getByText('Not accepted: Your role does not allow this.')).toBeVisible()
  await expectGoodOnBoth(page, 'an editor whose role was taken')
  await expect(title).toHaveValue('Tea of my grandmother')
  expect((await reem.call(getDraft, { params: { id } })).data.course.title).toBe('Tea')
})
