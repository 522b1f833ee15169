import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing.ts'
import type { PublishedMessage } from '../hub/published-message.ts'
import { send, startWithAll, textsOf } from '../testing.ts'
import { openPollCache } from './poll-cache.ts'

onEachDatabase('polls answered from memory', start => {
  test('Noura gets a message that was published while the messages before it were read', async () => {
    const { server, noura, salma } = await startWithAll(start)
    const { db, hub, identity } = server.services
    const cache = openPollCache({ db, hub, identity, repliesSoon: async () => false })
    const all: PublishedMessage[] = []
    hub.watch((_, published) => void (published && all.push(published)))
    await send(salma, noura.uid, 'Good morning')
    const [first] = all as [PublishedMessage]
    const since = first.at
    const poll = (moment: 'at once' | 'woken', subscribe = () => false) =>
      cache.updatesFor({ uid: noura.uid, since, moment }, subscribe)

    await poll('at once')
    const at = since + 1
    const message = { ...first.message, id: 'later', sentAt: new Date(at).toISOString() }
    const later: PublishedMessage = { ...first, message, at, before: { ...first.before, conversation: since } }
    // The query read the rows without the later message. That message is published before the query ends.
    const during = await poll('at once', () => {
      hub.publish([noura.uid], later)
      return false
    })
    expect(during.messages).toEqual([])
    expect(textsOf((await poll('woken')).messages)).toEqual(['Good morning'])
    expect((await poll('woken')).cursor).toBe(message.sentAt)
  })
})
