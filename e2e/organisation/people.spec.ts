import { signOutEverywhereCommand } from '../../api/commands/people/sign-out-everywhere.ts'
import { changeName, saveUser } from '../../contract/account.ts'
import { getAway, setAway } from '../../contract/inbox/away.ts'
import { setMentorRole } from '../../contract/organisation/person-acts.ts'
import { getOwnRoles } from '../../contract/organisation/team.ts'
import { command } from '../command.ts'
import { doubleLetters, expectGoodOnBoth, sizes } from '../good-screens.ts'
import { loseReply } from '../held.ts'
import { sendAs } from '../messages/talking.ts'
import { testWithoutWorker as test } from '../own-server.ts'
import { bringIn, firstOwner, personByPhone } from '../people.ts'
import { finishPage, goInside } from '../study.ts'
import { expect } from '../test.ts'

const LESSON = 'first-aid-ar-cuts'

test('Reem finds Noura, gives her to another mentor and back, and blocks her', async ({ own, page }) => {
  const [reem, salma, huda] = [await firstOwner(own), await personByPhone(own), await personByPhone(own)]
  for (const [mentor, name] of [
    [salma, 'سلمى حداد'],
    [huda, 'هدى كامل'],
  ] as const) {
    await mentor.call(changeName, { body: { name } })
    await reem.call(setMentorRole, { params: { uid: mentor.session.uid }, body: { isMentor: true } })
  }
  const noura = await personByPhone(own)
  await noura.call(changeName, { body: { name: 'نورة أحمد' } })
  await finishPage(noura, LESSON, 'start')
  const { mentorId } = (await salma.call(saveUser, { params: { uid: salma.session.uid }, body: {} })).data.user
  await sendAs(noura, mentorId as number, 'سؤال')
  await sendAs(salma, noura.session.uid, 'جواب')

  await bringIn(page, reem, 'ar')
  await page.goto(`${own.origin}/org`)
  await page.getByRole('link', { name: 'الأشخاص' }).first().click()
  await expect(page.getByRole('row')).toHaveCount(5)
  await expectGoodOnBoth(page, 'list of people')
  await page.getByRole('button', { name: 'اختيار متعلّمين' }).press('Enter')
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByRole('checkbox').first(), 'the keyboard goes on at the first learner').toBeFocused()
  await page.getByRole('button', { name: 'اختيار كل المعروضين' }).click()
  await page.getByRole('checkbox', { name: 'نورة أحمد' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('اختيار واحد', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('نوره احمد')
  await expect(page.getByText('منها واحد لا يظهر هنا')).toBeVisible()
  await expectGoodOnBoth(page, 'choosing learners')
  await page.getByRole('searchbox').fill('')
  await expect(page.getByText('منها واحد لا يظهر هنا')).toBeHidden()
  await page.getByRole('button', { name: 'اختيار كل المعروضين' }).click()
  await expect(page.getByRole('button', { name: 'نقل', exact: true }), 'what she pressed is gone').toBeFocused()
  await page.getByRole('button', { name: 'نقل', exact: true }).click()
  await page.getByRole('radio', { name: /هدى كامل/ }).check()
  await page.getByRole('button', { name: 'نقل', exact: true }).last().click()
  const done = page.getByRole('button', { name: 'تم', exact: true })
  await expect(done).toBeFocused()
  await expect(done, 'a screen reader says what was done').toHaveAccessibleDescription(/تمّ نقل متعلّم/)
  await page.getByRole('button', { name: 'تراجع' }).press('Enter')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('searchbox').fill('نوره احمد')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'نورة أحمد' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'نورة أحمد' })).toBeFocused()
  // The link back leads to the list as she left it.
  await page.getByRole('main').getByRole('link', { name: 'الأشخاص' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('نوره احمد')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'نورة أحمد' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'نورة أحمد' })).toBeFocused()
  await expect(page.getByText(/^ردّ من \S*سلمى حداد\S* في أقلّ من دقيقة/)).toBeVisible()
  await expectGoodOnBoth(page, 'a person')

  await page.getByRole('button', { name: 'تغيير الإرشاد' }).click()
  await page.getByRole('radio', { name: /هدى كامل|سلمى حداد/ }).check()
  await expectGoodOnBoth(page, 'moving a learner')
  await page.getByRole('button', { name: 'نقل', exact: true }).click()
  await expect(page.getByText('تمّ نقل متعلّم واحد')).toBeVisible()
  await page.getByRole('button', { name: 'تراجع' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'رقم هاتف جديد' }).click()
  await page.getByLabel('الرقم الجديد', { exact: true }).fill('+971 50 888 8888')
  await page.getByLabel('الرقم الجديد مرة أخرى').fill('+971 50 888 8889')
  await page.getByRole('button', { name: 'السماح بهذا الرقم' }).click()
  await expect(page.getByText('الرقمان غير متطابقين.')).toBeVisible()
  await expectGoodOnBoth(page, 'a new phone number')
  await page.getByLabel('الرقم الجديد مرة أخرى').fill('00971508888888')
  await page.getByRole('button', { name: 'السماح بهذا الرقم' }).click()
  await expect(page.getByText('أُبلغ الرقم القديم برسالة.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'سحب الرقم الجديد' }), 'in the place of the other').toBeFocused()
  await expectGoodOnBoth(page, 'a person with a new phone number')
  await page.getByRole('button', { name: 'سحب الرقم الجديد' }).click()
  await expect(page.getByText('أُبلغ الرقم القديم برسالة.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'رقم هاتف جديد' })).toBeFocused()

  await page.getByRole('button', { name: 'إيقاف الدخول' }).click()
  await page.getByLabel('السبب').fill('حسابان للشخص نفسه')
  await test.step('what she typed in the sheet outlives the session that the server ends', async () => {
    await command(own, signOutEverywhereCommand, '--phone', reem.phone)
    const errorCode = () => reem.call(getOwnRoles, {}).catch(({ code }) => code)
    await expect.poll(errorCode, { timeout: 15_000 }).toMatch(/^auth|unauthorized/)
    await page.getByRole('button', { name: 'إيقاف الدخول' }).last().click()
    await expect(page.getByText(/كلّ ما كُتب محفوظ/)).toBeVisible()
    await page.evaluate(
      session => {
        localStorage.setItem('sbs.session', session)
        dispatchEvent(new StorageEvent('storage', { key: 'sbs.session' }))
      },
      JSON.stringify((await personByPhone(own, reem.phone)).session),
    )
    await page.getByRole('button', { name: 'إيقاف الدخول' }).click()
    await expect(page.getByLabel('السبب')).toHaveValue('حسابان للشخص نفسه')
    await page.reload()
    await page.getByRole('button', { name: 'إيقاف الدخول' }).click()
    await expect(page.getByLabel('السبب')).toHaveValue('حسابان للشخص نفسه')
    await page.getByRole('button', { name: 'إغلاق' }).click()
    await page.getByRole('button', { name: 'إيقاف الدخول' }).click()
    await expect(page.getByLabel('السبب'), 'a closed sheet is given up').toHaveValue('')
    await page.getByLabel('السبب').fill('حسابان للشخص نفسه')
  })
  // The reply is lost, so the app must not say that nothing has changed.
  await loseReply(page, '**/block')
  await page.getByRole('button', { name: 'إيقاف الدخول' }).last().click()
  await expect(page.getByRole('alert')).toHaveText('انقطع الاتصال، وربّما لم يتمّ هذا. نرجو المحاولة مرة أخرى.')
  await expect(page.getByLabel('السبب')).toHaveValue('حسابان للشخص نفسه')
  await test.step('the error goes when the sheet is closed, from the page too', async () => {
    await page.getByRole('button', { name: 'إغلاق' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'إيقاف الدخول' }).click()
    await page.getByLabel('السبب').fill('حسابان للشخص نفسه')
  })
  await page.getByRole('button', { name: 'إيقاف الدخول' }).last().click()
  await expect(page.getByText('حسابان للشخص نفسه')).toBeVisible()
  await expectGoodOnBoth(page, 'a blocked person')
  await page.getByRole('link', { name: 'سجلّ الأعمال لهذا الحساب' }).click()
  await expect(page).toHaveURL(/\/org\/log\?uid=/)
  await expect(page.getByLabel('الشخص').locator('option:checked')).toHaveText(/نورة/)
  await expect(page.getByRole('listitem').first()).toContainText(/^إيقاف دخول .*نورة/)

  await page.getByRole('link', { name: 'الأشخاص' }).first().click()
  await expect(page).toHaveURL(/\/org\/people/)
  await test.step('what the mentor changes meanwhile is shown, and what she typed stays until she presses again', async () => {
    await goInside(page, `/org/people/${salma.session.uid}`)
    const { mentorId: standIn } = (await huda.call(saveUser, { params: { uid: huda.session.uid }, body: {} })).data.user
    await page.getByRole('button', { name: 'السعة والغياب' }).click()
    await page.getByLabel('السعة (عدد المتعلّمين)').fill('٦٠')
    await page.getByRole('checkbox', { name: 'في غياب' }).check()
    await salma.call(setAway, { body: { isAway: true, coverId: standIn as number } })
    await page.getByRole('button', { name: 'حفظ' }).click()
    await expect(page.getByRole('alert')).toHaveText(/هو الآن:السعة: ٥٠، في غياب، من ينوب: \W*هدى كامل/)
    await expect(page.getByLabel('السعة (عدد المتعلّمين)')).toHaveValue('٦٠')
    await expect(page.getByRole('combobox', { name: 'من ينوب' })).toHaveValue('')
    await expectGoodOnBoth(page, 'a mentor who was changed meanwhile')
    await page.getByRole('button', { name: 'حفظ ما كُتب هنا مع ذلك' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('السعة: ٦٠، في غياب')).toBeVisible()
    expect((await salma.call(getAway, {})).data).toMatchObject({ isAway: true, coverId: null })
  })
  await test.step('so is the name that she chose meanwhile, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'تصحيح الاسم' }).click()
    await page.getByLabel('الاسم', { exact: true }).fill('سلمى الحداد')
    await salma.call(changeName, { body: { name: 'سلمى خليل' } })
    await page.getByRole('button', { name: 'تصحيح الاسم' }).last().click()
    await expect(page.getByRole('alert')).toHaveText(/هو الآن:\W*سلمى خليل/)
    await expect(page.getByLabel('الاسم', { exact: true })).toHaveValue('سلمى الحداد')
    await expectGoodOnBoth(page, 'a name that was changed meanwhile')
    await page.getByRole('button', { name: 'حفظ ما كُتب هنا مع ذلك' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'سلمى الحداد' })).toBeVisible()
  })
  await test.step('before the role of Salma ends, she reads that a learner has to be moved first, and moves her there', async () => {
    await huda.call(setAway, { body: { isAway: true, coverId: mentorId as number } })
    await goInside(page, `/org/people/${salma.session.uid}`)
    await page.getByRole('button', { name: 'حذف الشخص' }).click()
    await expect(page.getByRole('dialog'), 'before the account ends, too').toContainText('يلزم نقل المتعلّمين')
    await page.getByRole('button', { name: 'إغلاق' }).click()
    await page.getByRole('button', { name: 'إنهاء دور الإرشاد' }).click()
    await expect(page.getByRole('dialog')).toContainText('متعلّم واحد')
    await expectGoodOnBoth(page, 'ending the role of a mentor who has learners')
    await page.getByRole('dialog').getByRole('button', { name: 'نقل كل المتعلّمين' }).click()
    await page.getByRole('radio', { name: /هدى كامل/ }).check()
    await page.getByRole('button', { name: 'نقل', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'إرشاد آخر' })).toBeVisible()
    await page.getByRole('button', { name: 'تم', exact: true }).click()
    const standsIn = /النيابة الآن عن: \S*هدى كامل/
    await expect(page.getByRole('dialog'), 'she stands in for Huda').toContainText(standsIn)
    await page.getByRole('button', { name: 'إغلاق' }).click()
    await page.getByRole('button', { name: 'حذف الشخص' }).click()
    await expect(page.getByRole('dialog'), 'before the account ends, too').toContainText(standsIn)
    await expectGoodOnBoth(page, 'erasing a mentor who stands in')
    await page.getByRole('button', { name: 'إغلاق' }).click()
    await page.getByRole('button', { name: 'إنهاء دور الإرشاد' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'إنهاء دور الإرشاد' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'إسناد دور الإرشاد' })).toBeFocused()
  })
})

test('one long name leaves the words of the other columns whole, breaks in the dialogs, and widens none', async ({
  own,
  page,
}) => {
  const named = async (name: string) => {
    const person = await personByPhone(own)
    await person.call(changeName, { body: { name } })
    return person
  }
  const [reem, kareem] = [await firstOwner(own), await named('Kareem Mansour')]
  await reem.call(setMentorRole, { params: { uid: kareem.session.uid }, body: { isMentor: true } })
  const noura = await named('نورة')
  await sendAs(noura, 1, 'سؤال')
  const long = await named('W'.repeat(100))

  await bringIn(page, reem, 'ar')
  await page.setViewportSize(sizes.wide)
  await page.goto(`${own.origin}/org/people`)
  await expect(page.getByRole('row')).toHaveCount(5)
  const mentor = page.getByRole('row', { name: /^نورة/ }).getByText('Kareem Mansour')
  const linesOfKareem = await mentor.evaluate(({ firstChild }) => {
    const word = document.createRange()
    word.setStart(firstChild as Node, 0)
    word.setEnd(firstChild as Node, 'Kareem'.length)
    return new Set([...word.getClientRects()].map(({ top }) => top)).size
  })
  expect(linesOfKareem).toBe(1)
  await test.step('with letters twice as large, and a learner who waits, the list is no wider than the screen', async () => {
    await doubleLetters(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(sizes.wide.width)
    await doubleLetters(page, false)
  })

  const head = page.getByRole('columnheader').first().getByRole('button')
  await head.press('Enter')
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('row')).toHaveCount(5)
  await expect(head, 'the keyboard goes on at the head that was pressed').toBeFocused()
  await head.press('Enter')
  await expect(page).toHaveURL(/reversed/)
  await expect(page.getByRole('row')).toHaveCount(5)
  const pressedTwice = await head.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
    return location.search
  })
  expect(pressedTwice, 'a second press counts before the first one is drawn').toContain('reversed')

  // The link in the bar leads from a search to all people.
  const box = page.getByRole('searchbox')
  await box.fill('نورة')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'الأشخاص' }).first().click()
  await expect(page.getByRole('row')).toHaveCount(5)
  await expect(box).toHaveValue('')

  const salma = await named('W'.repeat(100))
  await reem.call(setMentorRole, { params: { uid: salma.session.uid }, body: { isMentor: true } })
  await page.setViewportSize(sizes.phone)
  await goInside(page, `/org/people/${long.session.uid}`)
  for (const name of [/^(تغيير الإرشاد|إسناد إلى إرشاد)$/, 'حذف الشخص وكل ما يخصّه']) await expectNarrow(name)
  await goInside(page, '/org/team')
  await expectNarrow(/^أدوار \S*W/)

  async function expectNarrow(name: RegExp | string) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog').getByText(/WWW/).first()).toBeVisible()
    await expectGoodOnBoth(page, String(name))
    expect(await page.getByRole('dialog').evaluate(one => one.scrollWidth - one.clientWidth), String(name)).toBe(0)
    await page.keyboard.press('Escape')
  }
})
