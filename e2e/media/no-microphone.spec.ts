import { expectNoBarrier } from '../good-screens.ts'
import { openPage } from '../study.ts'
import { expect, test } from '../test.ts'
import { recorderOn } from './recorder.ts'

test('a denied microphone is reported, with help', async ({ page, server, context }) => {
  await openPage(page, server, { lessonId: 'first-aid-ar-cuts', pageId: 'last-time', language: 'ar' })
  const recorder = recorderOn(page, 'ar')
  await expect(recorder.start).toBeVisible()
  await expect(recorder.alert).toHaveCount(0)
  await expectNoBarrier(page, 'idle', '.recorder')
  await recorder.start.click()
  await expect(recorder.alert).toContainText(recorder.words.noMicrophone)
  await expect(recorder.alert).toContainText(recorder.words.help.refused)
  await expect(recorder.start).toBeFocused()
  await expectNoBarrier(page, 'refused', '.recorder')
  await context.grantPermissions(['microphone'])
  await recorder.start.click()
  await expect(recorder.stop).toBeVisible()
  await expect(recorder.alert).toHaveCount(0)
})
