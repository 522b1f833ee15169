import { expectNoBarrier } from '../good-screens.ts'
import { answer, cutsOf, cutsPath, type Language, mainButton, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, talk } from '../messages/talking.ts'
import { bringIn, personOf, progressOf } from '../people.ts'
import { Server } from '../server.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { saved } from './worker.ts'

test.use({ serviceWorkers: 'allow' })

for (const language of ['ar', 'en'] as Language[]) {
  test(`with the server gone, the closed app opens at home, in a course, in a lesson and in the conversation, in ${language}`, async ({
    context,
    watch,
  }) => {
    watch.expected.push(FAILED_REQUEST)
    const t = texts[language]
    const server = new Server()
    await server.start()
    const { learners } = await mentorWith(server, 1)
    const [noura] = learners
    const page = await context.newPage()
    await bringIn(page, noura, language)
    await page.goto(server.origin + cutsPath(language))
    await mainButton(page).click()
    await expect(page).toHaveURL(/\/2$/)
    await saved(page)
    await server.stop()
    await page.close()
  })
}
