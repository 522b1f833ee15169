import { assignCommand } from '../../api/commands/mentors/assign.ts'
import { handOverCommand } from '../../api/commands/mentors/hand-over.ts'
import { getInbox } from '../../contract/inbox/inbox.ts'
import { listMessages } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { command } from '../command.ts'
import { texts } from '../lessons/lesson-walk.ts'
import { bringIn } from '../people.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { at, mentorWith, sendAs, talk } from './talking.ts'

test('Noura’s mentor changes: drafts and waiting messages go to the new one, the conversation stays, and both see it', async ({
  page,
  context,
  browser,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  const { learner: noura, id } = await mentorWith(server)
  const next = await mentorWith(server, 0, 'Huda Kamel')
  const { id: last, mentor: layla } = await mentorWith(server, 0, 'Layla Fouad')
  await sendAs(noura, id, 'before')
  await bringIn(page, noura)
  await page.goto(`${server.origin}/messages`)
  const { say, bubble, box } = talk(page)
  await expect(bubble('before')).toBeVisible()

  await test.step('what waits without a network goes to the person who is the mentor when it is sent', async () => {
    await expect(box).toBeVisible()
    await context.setOffline(true)
    const offlineBar = page.getByRole('status').filter({ hasText: 'You are offline' })
    await expect(offlineBar).toBeVisible()
    await say('written on the bus')
    await expect(bubble('written on the bus')).toContainText('Waiting for a connection')
    await box.fill('and this I only beg')
    await command(server, assignCommand, '--uid', noura.session.uid, '--to', String(next.id))
    await context.setOffline(false)
    await expect(bubble('written on the bus')).toContainText('Sent')
    await expect(page.getByRole('heading', { level: 1, name: 'Huda Kamel' })).toBeVisible()
    await expect(offlineBar).toHaveCount(0)
    await expect(box).toHaveValue('and this I only beg')
    // The browser reports a network, but the network does not lead to the server.
    await page.route('**/getUpdates*', route => route.abort())
    await page.reload()
    await expect(box).toHaveValue('and this I only beg')
    await expect(offlineBar).toBeVisible()
    await page.unroute('**/getUpdates*')
    await expect(offlineBar).toHaveCount(0)
    const { data } = await next.mentor.call(listMessages, { query: { with: noura.session.uid } })
    expect(data.map(({ content }) => decodeText(content))).toEqual(['before', 'written on the bus'])
  })

  await test.step('a hand-over during the conversation: it stays, and both see the new mentor', async () => {
    await command(server, handOverCommand, '--from', String(next.id), '--to', String(last))
    const hers = await at(browser, server, layla, 'en', `/messages/${noura.session.uid}`)
    await expect(hers.bubble('before')).toBeVisible()
    await hers.say('I am Layla.')
    await expect(bubble('I am Layla.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Layla Fouad' })).toBeVisible()
    await expect(page.getByText(/Layla Fouad.* is your mentor from now on/)).toBeVisible()
    await say('after')
    await expect(hers.bubble('after')).toBeVisible()
    expect((await next.mentor.call(getInbox, {})).data).toEqual([])
    await expect(hers.bubble('I am Layla.')).toContainText(hers.t.seen)
    await command(server, handOverCommand, '--from', String(last), '--to', String(next.id))
    await expect(hers.page.getByText(texts.en.inbox.elsewhere)).toBeVisible()
    await expect(hers.bubble('I am Layla.'), 'what Noura has seen stays seen').toContainText(hers.t.seen)
    await hers.context.close()
  })
})
